import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ApiRefusal } from './events-api.js';
import { closeServers, serve } from './test/local-servers.js';
import { trigger, triggeredEvents } from './trigger.js';
import { UsageError } from './usage-error.js';

/* An API that answers as Paygate does, for the requests that `trigger` makes. */

const INTENT = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
let printed: string[];
let asked: { readonly request: string; readonly body: Readonly<Record<string, unknown>>; readonly key: unknown }[];
/** The events that happen after a request. */
let follow: Readonly<Record<string, readonly (readonly [type: string, objectId: string])[]>>;
let refusal: string | undefined;
let happened: { readonly id: string; readonly type: string; readonly objectId: string }[];
let apiBase: string;
let destinations: readonly { readonly id: string; readonly status: string; readonly phoneMasked: string }[];

const answers: Readonly<Record<string, object>> = {
  'GET /api-keys': {
    data: [
      { publishableKey: null, revokedAt: null, expiresAt: null },
      { publishableKey: 'pk_test_old', revokedAt: '2026-11-20T10:00:00.000Z', expiresAt: null },
      { publishableKey: 'pk_test_1', revokedAt: null, expiresAt: null },
    ],
  },
  'POST /gateway': { id: INTENT, sessionToken: 'sess_1' },
  [`POST /gateway/${INTENT}/cancel`]: { id: INTENT },
  'POST /auth/otp/init': { otpId: 'otp_1' },
  'POST /auth/otp/verify': { token: 'token-1' },
  'POST /payment/charge': { id: 'ch_1' },
  [`POST /gateway/${INTENT}/refunds`]: { id: 're_1' },
  'POST /payouts': { id: 'po_1' },
};

beforeEach(async () => {
  [printed, asked, follow, refusal, happened] = [[], [], {}, undefined, []];
  destinations = [
    { id: 'pd_revoked', status: 'revoked', phoneMasked: '********61' },
    { id: 'pd_01', status: 'usable', phoneMasked: '********01' },
    { id: 'pd_61', status: 'usable', phoneMasked: '********61' },
  ];
  for (const name of ['log', 'error'] as const)
    jest.spyOn(console, name).mockImplementation((line: unknown) => void printed.push(String(line)));
  ({ origin: apiBase } = await serve(({ method = '', url = '', headers }, text) => {
    const { pathname, searchParams } = new URL(url, 'http://api');
    const request = `${method} ${pathname}`;
    if (request.startsWith('GET /events')) return eventsAt(pathname, searchParams);
    if (refusal === request) return { status: 422, text: '{"code":"balance_insufficient"}' };
    const body = text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
    asked.push({ request, body, key: headers['x-api-key'] ?? headers.authorization });
    for (const [type, objectId] of follow[request] ?? [])
      happened.push({ id: `evt_${happened.length + 1}`, type, objectId });
    if (request === 'GET /test-inbox') return { status: 200, text: JSON.stringify({ data: inbox() }) };
    if (request === 'GET /payout-destinations') return { status: 200, text: JSON.stringify({ data: destinations }) };
    const answer = answers[request];
    return answer === undefined ? { status: 404 } : { status: 200, text: JSON.stringify(answer) };
  }));
});
afterEach(() => {
  jest.restoreAllMocks();
  closeServers();
});

function eventsAt(pathname: string, query: URLSearchParams) {
  const [, , id] = pathname.split('/');
  if (id !== undefined) {
    const event = happened.find((each) => each.id === id);
    return { status: 200, text: JSON.stringify({ id, data: { object: { id: event?.objectId } } }) };
  }
  const before = happened.findIndex((each) => each.id === query.get('endingBefore'));
  const data = happened.slice(before + 1).toReversed();
  return { status: 200, text: JSON.stringify({ data, hasMore: false, nextCursor: null }) };
}

/** An old message, and the code once it was asked for. */
function inbox(): readonly object[] {
  const sent = asked.find(({ request }) => request === 'POST /auth/otp/init');
  const old = { id: 'tm_1', destination: '********01', code: '111111' };
  if (sent === undefined) return [old];
  return [{ id: 'tm_2', destination: `********${String(sent.body['phoneNumber']).slice(-2)}`, code: '482915' }, old];
}

const triggered = (type: string, destinationId?: string) =>
  trigger(type, {
    ...{ apiBase, secretKey: 'sk_test_x', publishableKey: undefined, destinationId },
    signal: new AbortController().signal,
  });
const bodyOf = (request: string) => asked.find((each) => each.request === request)?.body;

test.each([
  ['payment.completed', /^\+23767\d{5}01$/],
  ['payment.failed', /^\+23767\d{5}10$/],
  ['payment.processing', /^\+23767\d{5}01$/],
])('%s follows a payment from a number that causes it', async (type, phone) => {
  follow = {
    'POST /payment/charge': [
      ['payment.completed', 'pi_other'],
      ['payment.processing', INTENT],
      [type, INTENT],
    ],
  };
  await triggered(type);
  expect(bodyOf('POST /auth/otp/init')).toMatchObject({
    phoneNumber: expect.stringMatching(phone),
    intentionId: INTENT,
  });
  expect(bodyOf('POST /auth/otp/verify')).toEqual({ otpId: 'otp_1', otp: '482915', intentionId: INTENT });
  expect(asked.find(({ request }) => request === 'POST /payment/charge')?.key).toBe('pk_test_1');
  expect(printed.at(-1)).toMatch(new RegExp(`^${type}  evt_\\d  ${INTENT}$`));
});

test('a refund pays back a part of a completed payment', async () => {
  follow = {
    'POST /payment/charge': [['payment.completed', INTENT]],
    [`POST /gateway/${INTENT}/refunds`]: [['refund.failed', 're_1']],
  };
  await triggered('refund.failed');
  expect(bodyOf('POST /auth/otp/init')).toMatchObject({ phoneNumber: expect.stringMatching(/51$/) });
  expect(printed.at(-1)).toBe('refund.failed  evt_2  re_1');
});

test('an intent is created, and canceled', async () => {
  follow = { [`POST /gateway/${INTENT}/cancel`]: [['payment.canceled', INTENT]] };
  await triggered('payment.canceled');
  expect(asked.map(({ request }) => request)).toEqual(['POST /gateway', `POST /gateway/${INTENT}/cancel`]);
});

const paidOut = { 'POST /payment/charge': [['payment.completed', INTENT]] } as const;

test('a payout earns twice what it pays out before it is made, and another outcome is an error', async () => {
  follow = { ...paidOut, 'POST /payouts': [['payout.completed', 'po_1']] };
  await triggered('payout.completed', 'pd_1');
  expect(bodyOf('POST /gateway')).toMatchObject({ amount: '2000' });
  expect(bodyOf('POST /auth/otp/init')).toMatchObject({ phoneNumber: expect.stringMatching(/01$/) });
  expect(bodyOf('POST /payouts')).toEqual({ destinationId: 'pd_1', amount: '1000' });
  const order = asked.map(({ request }) => request);
  expect(order.indexOf('POST /payment/charge')).toBeLessThan(order.indexOf('POST /payouts'));
  asked = [];
  await expect(triggered('payout.failed', 'pd_1')).rejects.toThrow('payout.completed of po_1 came instead');
});

test('a payout without --destination goes to the usable destination with the digits of the event', async () => {
  follow = { ...paidOut, 'POST /payouts': [['payout.failed', 'po_1']] };
  await triggered('payout.failed');
  expect(bodyOf('POST /payouts')).toEqual({ destinationId: 'pd_61', amount: '1000' });
  asked = [];
  destinations = destinations.filter(({ id }) => id !== 'pd_61');
  const ended = triggered('payout.failed');
  await expect(ended).rejects.toThrow(UsageError);
  await expect(ended).rejects.toThrow('no payout destination whose number ends in 61');
  expect(asked.filter(({ request }) => request.startsWith('POST'))).toEqual([]);
});

test('a refusal of the API ends it with its reason', async () => {
  follow = paidOut;
  refusal = 'POST /payouts';
  const ended = triggered('payout.completed', 'pd_1');
  await expect(ended).rejects.toThrow(ApiRefusal);
  await expect(ended).rejects.toThrow('balance_insufficient');
});

test('an API that cannot be reached ends it at once', async () => {
  closeServers();
  await expect(triggered('payment.created')).rejects.toThrow(/^The API cannot be reached \(ECONN\w+\)\.$/);
});

test('an unknown event is answered with the list of those there are', async () => {
  const ended = triggered('payment.done');
  await expect(ended).rejects.toThrow(UsageError);
  await expect(ended).rejects.toThrow(triggeredEvents.join(', '));
});

test('a live key is refused before any request', async () => {
  const options = {
    apiBase,
    publishableKey: undefined,
    destinationId: undefined,
    signal: new AbortController().signal,
  };
  await expect(trigger('payment.created', { ...options, secretKey: 'sk_live_x' })).rejects.toThrow('a live key');
  expect(asked).toEqual([]);
});
