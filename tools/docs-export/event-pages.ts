import type { MerchantEventName } from '@paygate/contracts';
import {
  jsonSchemaOf,
  merchantEventClass,
  merchantEventExample,
  merchantEventNames,
  merchantEvents,
} from '@paygate/contracts';

interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly (string | number | null)[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** The page of one type of event that merchants receive. */
export function eventPage(type: MerchantEventName): string {
  const schema = jsonSchemaOf(merchantEventClass(type), { closed: false }) as Schema;
  return `# ${type}

${merchantEvents[type].summary}. The [webhooks guide](../guides/webhooks.md) describes how events are delivered and verified.

## Example

\`\`\`json
${JSON.stringify(merchantEventExample(type), null, 2)}
\`\`\`

## Fields

| Field | Type | Meaning |
| --- | --- | --- |
${rowsOf(schema, '').join('\n')}

Fields may be added; none changes its meaning. The [JSON Schema](/docs/events/${type}.json) has the exact forms.
`;
}

/** The list of all types. */
export function eventIndex(): string {
  const rows = merchantEventNames.map((type) => `| [${type}](${type}.md) | ${merchantEvents[type].summary} |`);
  return `# Events

A webhook endpoint receives the events that its list \`events\` names: types, families such as \`payment.*\`, or \`*\` for all
but those about operators, which have to be named. The [webhooks guide](../guides/webhooks.md) describes how.

| Type | When it is sent |
| --- | --- |
${rows.join('\n')}
`;
}

function rowsOf({ properties = {} }: Schema, prefix: string): readonly string[] {
  return Object.entries(properties).flatMap(([name, field]) => [
    `| \`${prefix}${name}\` | ${typeOf(field)} | ${meaningOf(field)} |`,
    ...rowsOf(field, `${prefix}${name}.`),
  ]);
}

function typeOf({ type = 'any' }: Schema): string {
  return [type].flat().join(' or ');
}

function meaningOf({ description, enum: values }: Schema): string {
  const listed = (values ?? []).filter((value) => value !== null).map((value) => `\`${value}\``);
  return [description, listed.length === 0 ? undefined : `One of ${listed.join(', ')}.`]
    .filter((text) => text !== undefined)
    .join(' ')
    .replaceAll('|', '\\|');
}
