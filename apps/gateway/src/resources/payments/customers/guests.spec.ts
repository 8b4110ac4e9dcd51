import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from '@jest/globals';
import type { MemberRole, Mode, PaymentIntent } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  getIntent,
  GuestPageAnswer,
  listGuests,
  listIntents,
  memberRoles,
  modes,
  PayerNumberView,
  readPayerPhone,
  refuse,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { guestOf, intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const publishable = newApiKey({ type: 'publishable', merchantId });
const reader = newApiKey({ type: 'restricted', merchantId, scopes: ['payers:read'] });
const others = newApiKey({ type: 'restricted', merchantId, scopes: ['intents:read', 'refunds:write'] });

const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const charging = new Sealer('charging', parseKeyring(keys.SEAL_KEYS));
const guest = guestOf(newId('customer'));
const intentId = newId('intent');
const NUMBER = '+237677591001';
const paid: PaymentIntent = Object.assign(
  intentOf({ intentId, merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' }),
  {
    ...{ status: 'COMPLETED', chargeId: newId('charge'), payer: { phoneMasked: '********01', operator: 'mtn_momo' } },
    paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' },
  } as const,
);

beforeAll(async () => {
  for (const { row } of [secret, publishable, reader, others]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const cursor = newId('intent');
  busDouble.on(listGuests, () => accept({ guests: [guest], hasMore: true, nextCursor: cursor }));
  busDouble.on(listIntents, () => accept({ intents: [], hasMore: false, nextCursor: null }));
  busDouble.on(getIntent, () => accept(paid));
});

const ask = (path: string, { key } = secret) => gateway.ask({ path, headers: { 'x-api-key': key } });
const payer = (key?: typeof secret) => ask(`/gateway/${intentId}/payer`, key);

describe('guests', () => {
  it('[2.44] are listed in pages', async () => {
    const startingAfter = newId('intent');
    const { status, body } = await ask(`/customers/guests?limit=1&startingAfter=${startingAfter}`);
    expect(status).toBe(200);
    expect(compileChecker(GuestPageAnswer)(body)).toEqual([]);
    expect(body).toMatchObject({ data: [Object.assign({ object: 'guest' }, guest)], hasMore: true });
    expect(busDouble.sent[0]?.payload).toEqual({ merchantId, mode: 'test', limit: 1, startingAfter });
    await ask('/customers/guests');
    expect(busDouble.sent[1]?.payload).toEqual({ merchantId, mode: 'test', limit: 20 });
  });

  it('[2.44] filter the list of payments by their id', async () => {
    expect((await ask(`/gateway?customerId=${guest.id}`)).status).toBe(200);
    expect(busDouble.sent[0]?.payload).toMatchObject({ customerId: guest.id });
    expect((await ask('/gateway?customerId=usr_1')).body).toMatchObject({ status: 400, param: 'customerId' });
  });

  it.each([
    ['limit=21', 'parameter_invalid', 'limit'],
    ['startingAfter=usr_1', 'cursor_invalid', 'startingAfter'],
  ])('?%s is refused with %s', async (query, code, param) => {
    expect((await ask(`/customers/guests?${query}`)).body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });

  it('are refused with the fault of a cursor that no payment has', async () => {
    busDouble.on(listGuests, () => refuse('cursor_invalid', { param: 'startingAfter' }));
    const { body } = await ask(`/customers/guests?startingAfter=${newId('intent')}`);
    expect(body).toMatchObject({ status: 400, code: 'cursor_invalid', param: 'startingAfter' });
  });
});

describe('the number of a payer', () => {
  beforeEach(() => {
    const phoneNumber = charging.seal('gateway', NUMBER, 'read-payer.phone');
    busDouble.on(readPayerPhone, () => accept({ phoneNumber }));
  });

  it('[2.45] is read in full with a secret key or the scope, in the name of the key', async () => {
    for (const key of [secret, reader]) {
      busDouble.sent.length = 0;
      const { status, body } = await payer(key);
      expect(status).toBe(200);
      expect(compileChecker(PayerNumberView)(body)).toEqual([]);
      expect(body).toEqual({
        ...{ object: 'payer', intentionId: intentId, phoneNumber: NUMBER, reason: null },
        ...{ phoneMasked: '********01', operator: 'mtn_momo' },
      });
      const actor = key.row.apiKeyId;
      expect(busDouble.sent.at(-1)?.payload).toEqual({ intentId, merchantId, mode: 'test', actor });
    }
  });

  it.each([
    ['a key without the scope', others, 'scope_missing'],
    ['a publishable key', publishable, 'secret_key_required'],
  ])('[2.45] is refused to %s before anything is asked', async (_, key, code) => {
    expect((await payer(key)).body).toMatchObject({ status: 403, code });
    expect(busDouble.sent).toEqual([]);
  });

  const memberId = newId('member');
  function signedIn(role: MemberRole, mode: Mode): Record<string, string> {
    const member = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, memberId, role };
    const name = auth.seal('gateway', 'Ada', 'member.name');
    busDouble.on(checkDashboardSession, () =>
      accept({
        ...{ sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' },
        ...{ email: auth.seal('gateway', 'ada@shop.example', 'member.email'), memberships: [{ ...member, name }] },
      }),
    );
    return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, 'x-mode': mode };
  }

  const readers: readonly MemberRole[] = ['owner', 'admin', 'cashier'];
  it.each(memberRoles.flatMap((role) => modes.map((mode) => [role, mode] as const)))(
    '[2.45] is read by owners, admins and cashiers alone: %s in %s mode',
    async (role, mode) => {
      const headers = signedIn(role, mode);
      const { status, body } = await gateway.ask({ path: `/gateway/${intentId}/payer`, headers });
      const asked = busDouble.sent.map(({ name }) => name).filter((name) => name !== checkDashboardSession.name);
      if (readers.includes(role)) {
        expect(body).toMatchObject({ phoneNumber: NUMBER });
        expect(busDouble.sent.at(-1)?.payload).toEqual({ intentId, merchantId, mode, actor: memberId });
      } else {
        expect([status, body['code'], asked]).toEqual([403, 'scope_missing', []]);
      }
    },
  );

  it('[2.45] of a payment of nobody, another merchant or the other mode is a missing one', async () => {
    busDouble.on(getIntent, () => refuse('intent_not_found'));
    expect((await payer()).body).toMatchObject({ status: 404, code: 'intent_not_found' });
    expect(busDouble.sent).toHaveLength(1);
    expect((await ask('/gateway/ch_1/payer')).body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });

  it('is refused beyond the number of a day', async () => {
    busDouble.on(readPayerPhone, () => refuse('rate_limited', { fields: { retryAfter: 60 } }));
    expect((await payer()).body).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 60 });
  });

  it.each<[string, Partial<PaymentIntent>, object]>([
    ['not_charged', { chargeId: null, paymentMethod: null, payer: null }, { phoneMasked: null, operator: null }],
    [
      'wallet',
      { paymentMethod: { type: 'wallet', operator: null }, payer: null, walletPhoneMasked: '********07' },
      { phoneMasked: '********07', operator: null },
    ],
  ])('is null with the reason %s, and nobody is asked for it', async (reason, change, shown) => {
    busDouble.on(getIntent, () => accept(Object.assign({}, paid, change)));
    const { status, body } = await payer();
    expect(status).toBe(200);
    expect(body).toMatchObject({ phoneNumber: null, reason, ...shown });
    expect(busDouble.sent).toHaveLength(1);
  });

  test.each(['not_kept', 'period_over'] as const)('is null with the reason %s of charging', async (absence) => {
    busDouble.on(readPayerPhone, () => accept({ absence }));
    expect((await payer()).body).toMatchObject({ phoneNumber: null, reason: absence, phoneMasked: '********01' });
  });
});
