import { reasonOf } from '../post-signed.js';

/** A parameter that a caller may give. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: object;
}

/** A token of a customer or of one payment, which goes with a request beside the key. */
export const tokenNames = ['sessionToken', 'otpToken', 'userToken'] as const;
export type TokenName = (typeof tokenNames)[number];

/** An operation of the API that a key can call. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** The scope that a restricted key needs, if it needs one. */
  readonly scope: string | undefined;
  /** True when the operation changes nothing. */
  readonly isRead: boolean;
  /** The header of the key: publishable operations take a key in `x-api-key`. */
  readonly keyHeader: 'authorization' | 'x-api-key';
  readonly parameters: readonly Parameter[];
  readonly tokens: readonly { readonly name: TokenName; readonly required: boolean }[];
  /** True when the operation takes an idempotency key. */
  readonly isRepeatable: boolean;
  readonly body: { readonly required: boolean; readonly schema: object; readonly example: unknown } | undefined;
  readonly answer: { readonly status: string; readonly description: string; readonly example: unknown } | undefined;
  readonly errors: readonly string[];
}

export interface ApiDocument {
  readonly version: string;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly schemas: Readonly<Record<string, object>>;
}

interface Content {
  readonly 'application/json'?: {
    readonly schema?: object;
    readonly example?: unknown;
    readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
  };
}
interface Documented {
  readonly operationId: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-scope'?: string;
  readonly 'x-error-codes'?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses?: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}
export interface OpenApi {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const TIMEOUT_MS = 15_000;
const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** The command sets these headers, or they are for sessions of the dashboard. */
const NOT_GIVEN = ['idempotency-key', 'x-request-id', 'x-api-version', 'x-merchant-id', 'x-mode'];
const KEYS = ['secretKey', 'publishableKey'];

/** Reads the document of the gateway that is called, so that tools and API have one version. Throws when it cannot be read. */
export async function readDocument(apiBase: string): Promise<ApiDocument> {
  const address = `${apiBase}/openapi.json`;
  try {
    const response = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    if (Number(response.headers.get('content-length')) > MAX_DOCUMENT_BYTES) throw new Error('it is too large');
    return documentOf((await response.json()) as OpenApi);
  } catch (error) {
    throw new Error(`The API document cannot be read at ${address} (${reasonOf(error)}).`, { cause: error });
  }
}

/** The operations of a document that a key can call. */
export function documentOf({ info, paths, components }: OpenApi): ApiDocument {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const documented = methods[method];
      return documented === undefined ? [] : (operationOf(method.toUpperCase(), path, documented) ?? []);
    }),
  );
  return {
    version: info.version,
    operations: new Map(operations.map((operation) => [operation.id, operation])),
    schemas: components.schemas,
  };
}

/** Undefined for an operation that no key can call. */
function operationOf(method: string, path: string, documented: Documented): Operation | undefined {
  const alternatives = (documented.security ?? [])
    .map((schemes) => Object.keys(schemes).map((name) => name.replace('otpTokenBeside', 'otpToken')))
    .filter((schemes) => schemes.some((name) => KEYS.includes(name)));
  if (alternatives.length === 0) return undefined;
  const { parameters = [], tags = [], summary = '', description = '', requestBody } = documented;
  const scope = documented['x-scope'];
  return {
    ...{ id: documented.operationId, method, path, summary, description, tag: tags[0] ?? '', scope },
    isRead: method === 'GET' || (scope?.endsWith(':read') ?? false),
    keyHeader: alternatives.some((schemes) => schemes.includes('secretKey')) ? 'authorization' : 'x-api-key',
    parameters: parameters.filter(({ name }) => !NOT_GIVEN.includes(name)),
    tokens: tokenNames.flatMap((name) => {
      const having = alternatives.filter((schemes) => schemes.includes(name));
      return having.length === 0 ? [] : [{ name, required: having.length === alternatives.length }];
    }),
    isRepeatable: parameters.some(({ name }) => name === 'idempotency-key'),
    body: requestBody && bodyOf(requestBody),
    answer: answerOf(documented.responses ?? {}),
    errors: documented['x-error-codes'] ?? [],
  };
}

function bodyOf({ required = false, content }: NonNullable<Documented['requestBody']>): Operation['body'] {
  const { schema = {}, examples = {} } = content['application/json'] ?? {};
  return { required, schema, example: (examples['full'] ?? examples['least'])?.value };
}

function answerOf(responses: NonNullable<Documented['responses']>): Operation['answer'] {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (found === undefined) return undefined;
  const [status, { description = '', content = {} }] = found;
  const { example, examples = {} } = content['application/json'] ?? {};
  return { status, description, example: example ?? Object.values(examples)[0]?.value };
}
