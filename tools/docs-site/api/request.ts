import type { Operation } from './document.ts';
import { textOf } from './fields.ts';

/**
 * The request of an operation's samples. Words in `${…}` are variables of the reader, and a text of the body like `${+30d}` is a time so many
 * days from now, so that no sample expires.
 */
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

/** Credentials that customers have, and not the merchant's server or members. */
const OF_CUSTOMERS: ReadonlySet<string> = new Set(['sessionToken', 'userToken', 'otpTokenBeside']);

/** Ids of examples, by the beginning of a path. */
const IDS: readonly (readonly [string, string])[] = [
  ['/gateway', 'pi_01k8zq4a2nf8rb0v6d7jep5f9x'],
  ['/payment-links', 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb'],
  ['/tills', 'till_01k8zq4a2nf8rb0v6d7jep5f9x'],
  ['/refunds', 're_01k8zr2v7hf4mb9t3c6xjdw5ga'],
  ['/payout-batches', 'pbat_01k8zsb4xq7d2m5n9h3t6w8cvy'],
  ['/payouts', 'po_01k8zs7b3kf5mc0v4d9yhexq2t'],
  ['/wallet/top-ups', 'tu_01k8zq6c4qh0td2x8f9mgr7h1z'],
  ['/wallet/withdrawals', 'wd_01k8zq6c4qh0td2x8f9mgr7h1z'],
  ['/payout-destinations', 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra'],
  ['/api-keys', 'key_01k8zq2m5wf3hd8x7c4jtv6r9n'],
  ['/webhook-endpoints', 'we_01k8zq8n3tf5ws6c0e2hdvk9ja'],
  ['/events', 'evt_01k8zq7d5rj1ve3y9gankhs8j2'],
  ['/deliveries', 'del_01k8zq7d5r3f9a2c4e6b8d0713'],
  ['/members', 'mem_01k8zq1h8bf6kd2s9v3xtw5m7c'],
  ['/dashboard/sessions', 'dss_01k8zq1j4nf7xb5w2d9htr6m8v'],
];

/** The keys of the operations that ask for one, after what they are about. */
const IDEMPOTENCY_KEYS: Readonly<Record<string, string>> = {
  createIntent: 'order-1042',
  createRefund: 'return-77',
  createPayout: 'payout-week-47',
  askPhone: 'till-1042',
  createTillPayment: 'till-1043',
  createPayoutBatch: 'wages-2026-11',
  createWalletTopUp: 'top-up-week-47',
  createWalletWithdrawal: 'withdrawal-week-47',
};

/** A request with the credentials that it has. */
export interface Alternative {
  /** The schemes of the API document; none where nobody is asked for. */
  readonly schemes: readonly string[];
  readonly request: SampleRequest;
}

/**
 * The requests that the samples of an operation send: with the fewest credentials first, and then with each set of credentials that only
 * some customers have, such as a guest's or those of a wallet.
 */
export function sampleRequests(operation: Operation): readonly Alternative[] {
  const [first = [], ...others] = operation.security.map((each) => Object.keys(each));
  const ofCustomers = others.filter((schemes) => schemes.some((scheme) => OF_CUSTOMERS.has(scheme)));
  return [first, ...ofCustomers].map((schemes) => ({ schemes, request: requestWith(operation, schemes) }));
}

/** The request with the fewest credentials. */
export function sampleRequest(operation: Operation): SampleRequest {
  return requestWith(operation, Object.keys(operation.security[0] ?? {}));
}

function requestWith(operation: Operation, schemes: readonly string[]): SampleRequest {
  const id = IDS.find(([beginning]) => operation.path.startsWith(beginning))?.[1] ?? '1';
  const path = operation.path.replace('{id}', id).replaceAll(/\{recoveryId\}/g, 'rec_01k8zqc4m7f2xv9t5c6hdn4e8w');
  const query = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.required);
  const pairs = query.map(({ name, schema }) => `${name}=${encodeURIComponent(textOf(schema.examples?.[0] ?? ''))}`);
  const body = bodyOf(operation, schemes);
  return {
    method: operation.method,
    path: pairs.length === 0 ? path : `${path}?${pairs.join('&')}`,
    headers: [
      ...schemes.flatMap((scheme) => {
        const header = CREDENTIALS[scheme];
        return header === undefined ? [] : [header];
      }),
      ...keyOf(operation),
      ...(body === undefined ? [] : [['content-type', 'application/json'] as const]),
    ],
    body,
  };
}

function keyOf({ id, parameters }: Operation): readonly (readonly [string, string])[] {
  if (!parameters.some(({ name, required }) => name === 'idempotency-key' && required)) return [];
  const key = IDEMPOTENCY_KEYS[id];
  if (key === undefined) throw new Error(`the samples of ${id} need an idempotency key of what it is about`);
  return [['idempotency-key', key]];
}

/** Fields that a sample leaves out: with the account of an example nobody could pay, and a link that is changed stays active. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  createIntent: ['userId'],
  updatePaymentLink: ['active'],
};

/** Times of a sample, which the server compares with its clock. */
const TIMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createPaymentLink: { expiresAt: '${+30d}' },
  updatePaymentLink: { expiresAt: '${+30d}' },
  createApiKey: { expiresAt: '${+365d}' },
  searchIntents: { createdFrom: '${-1d}', createdTo: '${+0d}' },
  recoverWebhookEndpoint: { from: '${-1d}', to: '${+0d}' },
};

/** The fields by which a guest is named: an account has no part in such a payment. */
const OF_GUESTS: Readonly<Record<string, object>> = {
  initOtp: { userId: null, otpId: null, phoneNumber: '+237670000001' },
  verifyOtp: { userId: null },
};
/** What a charge by mobile money, and one of a wallet, names. */
const METHODS = { ofGuest: { type: 'mobile_money' }, ofUser: { type: 'wallet' } };

/** The example of every field without those that are null. */
function bodyOf({ id, body }: Operation, schemes: readonly string[]): unknown {
  const full = body?.examples?.['full']?.value;
  if (typeof full !== 'object' || full === null) return full;
  const isGuest = schemes.includes('sessionToken') && !schemes.includes('userToken');
  const fields: Readonly<Record<string, unknown>> = {
    ...full,
    ...TIMES[id],
    ...(isGuest ? OF_GUESTS[id] : {}),
    ...(id === 'charge' ? { paymentMethod: schemes.includes('userToken') ? METHODS.ofUser : METHODS.ofGuest } : {}),
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && LEFT_OUT[id]?.includes(name) !== true),
  );
}

/** The days from now that a text of a sample stands for. */
export function daysOf(text: string): number | undefined {
  const [, days] = /^\$\{([+-]\d+)d\}$/.exec(text) ?? [];
  return days === undefined ? undefined : Number(days);
}
