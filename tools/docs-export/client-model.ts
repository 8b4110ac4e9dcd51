import type { ClientMethod } from './reference-client.js';

/* The API document as the clients that are generated are made of it, in any language. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: string;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
interface Body {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly object[];
  readonly parameters?: readonly (Schema & { name: string; in: string; required?: boolean; schema: Schema })[];
  readonly requestBody?: Body & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Body>>;
}
export interface ApiDocument {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** A method of a client. */
export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly ids: readonly string[];
  readonly hasToken: boolean;
  readonly canWait: boolean;
  readonly params:
    { readonly place: 'query' | 'body'; readonly type: string; readonly isRequired: boolean } | undefined;
  /** The name of its schema; `csv` for a file, undefined when there is none. */
  readonly answer: string | undefined;
  /** The name of the schema of an object of a list. */
  readonly item: string | undefined;
  readonly text: string;
}

/** The views that a secret key gets, where the document describes those of a publishable one. */
const answersForSecretKey: Readonly<Record<string, string>> = { getIntentBySession: 'PaymentIntent' };

/** The operations of each resource of a client. */
export function resourcesOf(
  document: ApiDocument,
  methods: readonly ClientMethod[],
): readonly (readonly [resource: string, operations: readonly Operation[]])[] {
  const all = Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
  const operationOf = ({ name, operation: id }: ClientMethod): Operation => {
    const found = all.find(({ operationId }) => operationId === id);
    if (found === undefined) throw new TypeError(`the document has no operation ${id}`);
    const { method, path, parameters = [], requestBody, summary, description, responses, security } = found;
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const answer = answersForSecretKey[id] ?? schemaOf(success);
    const ofQuery = {
      place: 'query',
      type: queryName(id),
      isRequired: query.some(({ required }) => required),
    } as const;
    return {
      ...{ name, method, path, answer, item: itemOf(document, answer) },
      ids: [...path.matchAll(/\{(\w+)\}/g)].map(([, each = '']) => each),
      hasToken: security.every((scheme) => 'sessionToken' in scheme),
      canWait: parameters.some((parameter) => parameter.name === 'prefer'),
      params:
        requestBody !== undefined
          ? { place: 'body', type: schemaOf(requestBody) ?? '', isRequired: requestBody.required }
          : query.length > 0
            ? ofQuery
            : undefined,
      text: `${summary}.${description === undefined ? '' : ` ${description}`}`,
    };
  };
  const resources = Map.groupBy(methods, ({ resource }) => resource);
  return [...resources].map(([resource, members]) => [resource, members.map(operationOf)]);
}

/** The schemas of the document, and one for each query. */
export function schemasOf({ paths, components }: ApiDocument): readonly (readonly [name: string, Schema])[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const queries = operations.flatMap(({ operationId, summary, parameters = [] }): [string, Schema][] => {
    const inQuery = parameters.filter((parameter) => parameter.in === 'query');
    if (inQuery.length === 0) return [];
    const properties = inQuery.map(({ name, schema, description = '' }) => [name, { ...schema, description }]);
    const required = inQuery.filter((parameter) => parameter.required === true).map(({ name }) => name);
    const query = { properties: Object.fromEntries(properties) as Record<string, Schema>, required };
    const description = `${summary}: the parameters of the query.`;
    return [[queryName(operationId), { ...query, description, type: 'object', additionalProperties: false }]];
  });
  return [...Object.entries(components.schemas), ...queries];
}

/** The classes of errors: what each means, and the statuses and codes that it has. */
export interface ErrorClass {
  readonly name: string;
  readonly meaning: string;
  readonly answers: readonly { readonly status: number; readonly codes: readonly string[] }[];
}
const classes: readonly (readonly [name: string, statuses: (status: number) => boolean, meaning: string])[] = [
  ['Authentication', (status) => status === 401, 'The credential is missing, wrong, expired or revoked.'],
  ['Permission', (status) => status === 403, 'The credential does not permit this.'],
  ['NotFound', (status) => status === 404, 'No such object at this merchant in this mode.'],
  ['Conflict', (status) => status === 409 || status === 410, 'The state of the object does not permit this.'],
  ['RateLimit', (status) => status === 429, 'Too many requests.'],
  ['Server', (status) => status >= 500, 'Paygate could not answer. 503: nothing was executed; else it is not known.'],
  ['InvalidRequest', () => true, 'The request is not well-formed: correct it.'],
];
export function errorsOf({ components: { responses } }: ApiDocument): readonly ErrorClass[] {
  const answers = Object.entries(responses).flatMap(([name, { description }]) => {
    const [, status] = /^Problem(\d{3})$/.exec(name) ?? [];
    const codes = [...description.matchAll(/`(\w+)`/g)].map(([, code = '']) => code);
    return status === undefined ? [] : [{ status: Number(status), codes }];
  });
  const kindOf = (status: number): string => classes.find(([, includes]) => includes(status))?.[0] ?? '';
  return classes.map(([name, , meaning]) => {
    return { name, meaning, answers: answers.filter(({ status }) => kindOf(status) === name) };
  });
}

export function refName({ $ref = '' }: Schema): string {
  return $ref.replace('#/components/schemas/', '');
}

export function upperFirst(text: string): string {
  return text.replace(/^./, (first) => first.toUpperCase());
}

/** The schema of a body of JSON, or `csv`; undefined for a body of nothing. */
function schemaOf(body: Body | undefined): string | undefined {
  if (body?.content?.['text/csv'] !== undefined) return 'csv';
  const schema = body?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : refName(schema);
}

/** The type of the objects of a page; undefined when the answer is none. */
function itemOf({ components: { schemas } }: ApiDocument, answer = ''): string | undefined {
  const { properties } = schemas[answer] ?? {};
  if (properties === undefined || !('hasMore' in properties && 'nextCursor' in properties)) return undefined;
  return refName(properties['data']?.items ?? {});
}

function queryName(operationId: string): string {
  return `${upperFirst(operationId)}Query`;
}
