import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  accept,
  cancelIntent,
  checkDashboardSession,
  compileChecker,
  PaymentIntentView,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const intentId = newId('intent');
const command = { intentId, merchantId, mode: 'test', actor: secret.row.apiKeyId };
const canceled = Object.assign(
  intentOf({ intentId, merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' }),
  { status: 'CANCELED', nextAction: null, version: 2 } as const,
);

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(cancelIntent, () => accept(canceled));
});

const cancel = (headers: Record<string, string> = {}, id = intentId, body?: unknown) =>
  gateway.ask({
    method: 'POST',
    path: `/gateway/${id}/cancel`,
    headers: { 'x-api-key': secret.key, ...headers },
    body,
  });

describe('canceling an intent', () => {
  test('gives it back', async () => {
    const answer = await cancel();
    expect(answer.status).toBe(200);
    expect(compileChecker(PaymentIntentView)(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ id: intentId, status: 'CANCELED' });
    expect(answer.headers['idempotency-replayed']).toBeUndefined();
    expect(busDouble.sent[0]?.payload).toEqual(command);
  });

  test('validates the idempotency key without passing it on, and marks a replay', async () => {
    busDouble.on(cancelIntent, () => ({ ...accept(canceled), replayed: true }));
    const answer = await cancel({ 'idempotency-key': 'stop 1042' });
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(busDouble.sent[0]?.payload).toEqual(command);
    expect((await cancel({ 'idempotency-key': '' })).body).toMatchObject({ code: 'idempotency_key_invalid' });
  });

  test('names the member who asks for it', async () => {
    const memberId = newId('member');
    const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true };
    const membership = {
      memberId,
      name: auth.seal('gateway', 'Ada', 'member.name'),
      ...account,
      role: 'admin' as const,
    };
    const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
    const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
    busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
    const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
    const answer = await gateway.ask({ method: 'POST', path: `/gateway/${intentId}/cancel`, headers });
    expect(answer.status).toBe(200);
    const { payload } = busDouble.sent.find(({ name }) => name === cancelIntent.name) ?? {};
    expect(payload).toEqual({ ...command, actor: memberId });
  });

  test('accepts no body but an empty one', async () => {
    for (const body of ['', '{}', ' { } ']) expect((await cancel({}, intentId, body)).status).toBe(200);
    expect((await cancel({}, intentId, { reason: 'late' })).body).toMatchObject({ code: 'parameter_unknown' });
  });

  test('with a malformed id is answered like a missing intent', async () => {
    busDouble.on(cancelIntent, () => refuse('intent_not_found'));
    const same = { 'x-request-id': 'same-for-all' };
    const answers = [await cancel(same), await cancel(same, 'nonsense'), await cancel(same, 'pi_%00')];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });

  test.each([
    ['intent_unexpected_state', 409, { currentStatus: 'PROCESSING' }],
    ['intent_expired', 410, { currentStatus: 'EXPIRED' }],
  ] as const)('that is refused with %s is a %i', async (code, status, fields) => {
    busDouble.on(cancelIntent, () => refuse(code, { fields }));
    expect((await cancel()).body).toMatchObject({ code, status, ...fields });
  });
});
