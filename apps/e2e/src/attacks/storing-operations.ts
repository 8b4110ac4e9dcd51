import type { RequestOptions } from '@paygate/testing';

/** The API document, as far as the attack reads it. */
export interface Declared {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
}
interface DeclaredOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly 'x-error-codes'?: readonly string[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Example>> }>>;
  };
}
interface Example {
  readonly value: object;
}

/** An operation that the quota of an account bounds. */
export interface StoringOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly credentials: ReadonlySet<string>;
  readonly body?: object;
}

/** A test account with its credentials, and objects of its own by the beginning of their paths. */
export interface Opened {
  readonly merchantId: string;
  readonly session: string;
  readonly secret: string;
  readonly publishable: string;
  readonly own: Readonly<Record<string, string>>;
}

/** Operations that change a person, and not an account, have a quota of the person. */
const OF_A_PERSON = '/dashboard/';
const ANY_ID = '01k8zq3x7mf2rv9t5c6hdn4e8w';
/** Beginnings of ids by those of paths, for objects that do not exist. */
const KINDS: Readonly<Record<string, string>> = {
  '/deliveries': 'del',
  '/members': 'mem',
  '/payouts': 'po',
  '/payout-destinations': 'pd',
};
/** As much as one payment may carry. */
const LARGE = { text: 'm'.repeat(16_000) };

/** The operations whose refusals have `quota_spent`, with the fullest example of a body. */
export function storingOperations({ paths }: Declared): readonly StoringOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { 'x-error-codes': codes }]) => codes?.includes('quota_spent') === true)
      .filter(() => !path.startsWith(OF_A_PERSON))
      .map(([method, { operationId: id, security, requestBody }]): StoringOperation => {
        const examples = Object.values(requestBody?.content['application/json']?.examples ?? {});
        const body = examples.at(-1)?.value;
        const credentials = new Set(security.flatMap((one) => Object.keys(one)));
        const named = { id, method: method.toUpperCase(), path, credentials };
        if (body === undefined) return named;
        return { ...named, body: 'metadata' in body ? { ...body, metadata: LARGE } : body };
      }),
  );
}

/** A request by each kind of credential that the operation takes. */
export function requestsOf(operation: StoringOperation, opened: Opened): readonly RequestOptions[] {
  const { method, path, credentials, body } = operation;
  const [beginning = ''] = /^\/[a-z-]+/.exec(path) ?? [];
  const id = opened.own[beginning] ?? `${KINDS[beginning] ?? 'pi'}_${ANY_ID}`;
  const request = { method, path: path.replace('{id}', id), ...(body === undefined ? {} : { body }) };
  const by = (headers: Readonly<Record<string, string>>): RequestOptions => ({ ...request, headers });
  const requests: RequestOptions[] = [];
  if (credentials.has('secretKey')) requests.push(by({ 'x-api-key': opened.secret }));
  else if (credentials.has('publishableKey')) requests.push(by({ 'x-api-key': opened.publishable }));
  if (credentials.has('dashboardSession'))
    requests.push(by({ authorization: `Bearer ${opened.session}`, 'x-mode': 'test' }));
  return requests.length === 0 ? [by({})] : requests;
}
