import type { EventContract } from '@paygate/contracts';
import * as contracts from '@paygate/contracts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** Every event that services publish. */
export const eventContracts: readonly EventContract<object>[] = Object.values<unknown>(contracts).filter(isEvent);

function isEvent(value: unknown): value is EventContract<object> {
  return typeof value === 'object' && value !== null && 'payload' in value && 'stream' in value && 'type' in value;
}

/** The schema on which other services rely. A change of this file changes the wire format: see the rules in its folder. */
export function internalEventSchema(event: EventContract<object>): object {
  return {
    $schema: DIALECT,
    title: event.type,
    description: `Published by ${event.stream.owner ?? 'several services'} on ${event.stream.name}.`,
    ...contracts.jsonSchemaOf(event.payload),
  };
}

/** The schemas of the events that merchants receive at their webhook endpoints. */
export function merchantEventSchema(type: contracts.MerchantEventName): object {
  const schema = contracts.jsonSchemaOf(contracts.merchantEventClass(type), { closed: false });
  const properties = schema['properties'] as Record<string, object>;
  return {
    $schema: DIALECT,
    title: type,
    description: 'Body of the webhook request. Fields may be added; none changes its meaning.',
    ...schema,
    properties: { ...properties, type: { ...properties['type'], enum: [type] } },
    examples: [contracts.merchantEventExample(type)],
  };
}
