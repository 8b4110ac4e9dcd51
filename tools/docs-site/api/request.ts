import type { Operation, Security } from './document.ts';
import { textOf } from './fields.ts';

/** The request of an operation's samples. Words in `${…}` are variables of the reader. */
export interface SampleRequest {
  readonly method: string;
  /** With the parameters of the path filled in. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

/** The header of each credential, and the variable that holds it. */
const CREDENTIALS: Readonly<Record<string, readonly [string, string]>> = {
  secretKey: ['authorization', 'Bearer ${PAYGATE_SECRET_KEY}'],
  publishableKey: ['x-api-key', '${PAYGATE_PUBLISHABLE_KEY}'],
  sessionToken: ['x-session-token', '${SESSION_TOKEN}'],
  otpToken: ['authorization', 'Bearer ${OTP_TOKEN}'],
  otpTokenBeside: ['x-otp-token', '${OTP_TOKEN}'],
  userToken: ['authorization', 'Bearer ${USER_TOKEN}'],
  dashboardSession: ['authorization', 'Bearer ${DASHBOARD_SESSION}'],
};

/** Ids of examples, by the beginning of a path. */
const IDS: readonly (readonly [string, string])[] = [
  ['/gateway', 'pi_01k8zq4a2nf8rb0v6d7jep5f9x'],
  ['/payment-links', 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb'],
  ['/refunds', 're_01k8zr2v7hf4mb9t3c6xjdw5ga'],
  ['/payouts', 'po_01k8zs7b3kf5mc0v4d9yhexq2t'],
  ['/payout-destinations', 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra'],
  ['/api-keys', 'key_01k8zq2m5wf3hd8x7c4jtv6r9n'],
  ['/webhook-endpoints', 'we_01k8zq8n3tf5ws6c0e2hdvk9ja'],
  ['/events', 'evt_01k8zq7d5rj1ve3y9gankhs8j2'],
  ['/deliveries', 'del_01k8zq7d5r3f9a2c4e6b8d0713'],
  ['/members', 'mem_01k8zq1h8bf6kd2s9v3xtw5m7c'],
  ['/dashboard/sessions', 'dss_01k8zq1j4nf7xb5w2d9htr6m8v'],
];

/** The request that the samples of an operation send. */
export function sampleRequest(operation: Operation): SampleRequest {
  const id = IDS.find(([beginning]) => operation.path.startsWith(beginning))?.[1] ?? '1';
  const path = operation.path.replace('{id}', id).replaceAll(/\{recoveryId\}/g, 'rec_01k8zqc4m7f2xv9t5c6hdn4e8w');
  const query = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const pairs = query.map(({ name, schema }) => `${name}=${encodeURIComponent(textOf(schema.examples?.[0] ?? ''))}`);
  const isKeyed = operation.parameters.some(({ name, required }) => name === 'idempotency-key' && required);
  const body = bodyOf(operation);
  return {
    method: operation.method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: [
      ...credentials(operation.security),
      ...(isKeyed ? [['idempotency-key', 'order-1042'] as const] : []),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    body,
  };
}

/** The first of the alternatives: the fewest credentials. */
function credentials([first = {}]: Security): readonly (readonly [string, string])[] {
  return Object.keys(first).flatMap((scheme) => {
    const header = CREDENTIALS[scheme];
    return header === undefined ? [] : [header];
  });
}

/** Fields that a sample leaves out: with the account of an example nobody could pay. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { createIntent: ['userId'] };

/** The example of every field without those that are null. */
function bodyOf({ id, body }: Operation): unknown {
  const full = body?.examples?.['full']?.value;
  if (typeof full !== 'object' || full === null) return full;
  return Object.fromEntries(
    Object.entries(full).filter(([name, value]) => value !== null && LEFT_OUT[id]?.includes(name) !== true),
  );
}
