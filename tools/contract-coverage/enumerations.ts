/** The part of a schema of the API document that leads to its enumerations. */
interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
}

interface Body {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Operation {
  readonly requestBody?: Body;
  readonly responses?: Readonly<Record<string, Body>>;
}

/** By method. */
type PathItem = Readonly<Record<string, Operation>>;

export interface Document {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks: Readonly<Record<string, PathItem>>;
  readonly components: object;
}

/** A value that a field of an answer or an event may have. */
export interface EnumeratedValue {
  /** `Refund.status`. */
  readonly field: string;
  readonly value: string;
}

/** Each value of each enumeration in the answers and events of the API document. */
export function enumeratedValues(document: Document): readonly EnumeratedValue[] {
  const found = new Map<string, EnumeratedValue>();
  const visited = new Set<string>();
  const visit = (schema: Schema | undefined, field: string): void => {
    if (schema === undefined) return;
    if (schema.$ref !== undefined) {
      if (visited.has(schema.$ref)) return;
      visited.add(schema.$ref);
      visit(resolved(document, schema.$ref) as Schema, schema.$ref.replace(/^.*\//, ''));
      return;
    }
    for (const value of schema.enum ?? [schema.const])
      if (typeof value === 'string') found.set(`${field} ${value}`, { field, value });
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      visit(property, `${field.replace(/\..*/, '')}.${name}`);
    for (const part of [schema.items, ...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
      visit(part, field);
  };
  for (const [name, body] of sentBodies(document))
    for (const { schema } of Object.values(body.content ?? {})) visit(schema, name);
  return [...found.values()];
}

/** The bodies that the API sends: answers, and the events of webhooks. */
function sentBodies(document: Document): readonly (readonly [name: string, body: Body])[] {
  const operations = (items: Document['paths']) =>
    Object.entries(items).flatMap(([name, item]) => Object.values(item).map((operation) => ({ name, operation })));
  return [
    ...operations(document.paths).flatMap(({ name, operation }) =>
      Object.values(operation.responses ?? {}).map((body) => [name, body] as const),
    ),
    ...operations(document.webhooks).map(({ name, operation }) => [name, operation.requestBody ?? {}] as const),
  ].map(([name, body]) => [name, body.$ref === undefined ? body : (resolved(document, body.$ref) as Body)]);
}

/** The part of the document that a reference names. */
function resolved(document: object, reference: string): unknown {
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((part, step) => (part as Readonly<Record<string, unknown>>)[step], document);
}
