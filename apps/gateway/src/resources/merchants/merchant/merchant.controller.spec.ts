import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ProveOwnerCommand, UpdateMerchantProfileCommand } from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  getLogo,
  getMerchantProfile,
  proveOwner,
  refuse,
  updateMerchantProfile,
  UpdateMerchantProfileCommand as UpdateCommand,
} from '@paygate/contracts';
import { invisibleNames, namesWithAddresses, otherAddresses, otherNames } from '@paygate/contracts/test';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { merchantProfileOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const known = newApiKey();
const { merchantId, apiKeyId } = known.row;
const logoId = 'a'.repeat(43);

beforeAll(async () => {
  apiKeyRows.put(apiKeyId, known.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const headers = { 'x-api-key': known.key };
const patch = (body: unknown) => gateway.ask({ method: 'PATCH', path: '/merchant', headers, body });
const commands = () => busDouble.sent.map(({ payload }) => payload as UpdateMerchantProfileCommand);

describe('the merchant account', () => {
  test('is read with the address of its logo', async () => {
    busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { logoId })));
    const { body } = await gateway.ask({ path: '/merchant', headers });
    expect(body).toMatchObject({ id: merchantId, object: 'merchant', logoUrl: `https://pay.example/logos/${logoId}` });
    expect(body).not.toHaveProperty('logoId');
    const settings = {
      customerSignIn: 'never',
      otherPhones: false,
      guestPayments: true,
      phoneAsks: false,
      smsReceipts: false,
      cashierRefundsPerDay: 0,
      refundsPerDay: { count: null, amount: null, balancePercent: 50 },
    };
    expect(body['settings']).toEqual(settings);
  });

  test('sends no receipts by SMS, asks no phones, and lets cashiers refund nothing, where auth does not know the settings yet', async () => {
    const before = Object.assign(merchantProfileOf(merchantId), {
      smsReceipts: undefined,
      phoneAsks: undefined,
      cashierRefundsPerDay: undefined,
      refundsPerDay: undefined,
    });
    busDouble.on(getMerchantProfile, () => accept(before));
    const { body } = await gateway.ask({ path: '/merchant', headers });
    const refundsPerDay = { count: null, amount: null, balancePercent: null };
    expect(body['settings']).toMatchObject({
      smsReceipts: false,
      phoneAsks: false,
      cashierRefundsPerDay: 0,
      refundsPerDay,
    });
  });

  test('[2.21] is changed in the name of the key, by what the body has', async () => {
    busDouble.on(updateMerchantProfile, () => accept(merchantProfileOf(merchantId)));
    const supportContact = { email: 'help@shop.example', phone: null };
    const settings = {
      otherPhones: true,
      guestPayments: false,
      phoneAsks: true,
      smsReceipts: true,
      cashierRefundsPerDay: 20,
    };
    expect((await patch({ supportContact, name: null, settings })).status).toBe(200);
    expect(commands()).toEqual([
      {
        ...{ merchantId, mode: 'test', actorKeyId: apiKeyId, ...settings },
        supportContact: { email: 'help@shop.example' },
      },
    ]);
    expect(compileChecker(UpdateCommand)(commands()[0])).toEqual([]);
  });

  test('[1.63] is changed with the proof of an owner whose code auth has checked, and a key shows none', async () => {
    const [memberId, sessionId] = [newId('member'), newId('dashboardSession')];
    const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
    const seal = (text: string, context: string) => auth.seal('gateway', text, context);
    const member = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, memberId };
    busDouble.on(checkDashboardSession, () =>
      accept({
        ...{ sessionId, expiresAt: '2199-01-01T00:00:00.000Z', email: seal('ada@shop.example', 'member.email') },
        memberships: [{ ...member, role: 'owner' as const, name: seal('Ada', 'member.name') }],
      }),
    );
    busDouble.on(updateMerchantProfile, () => accept(merchantProfileOf(merchantId)));
    busDouble.on(proveOwner, () => accept({ memberId }));
    const body = { settings: { otherPhones: true }, code: '492039' };
    const bySession = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}`, 'x-mode': 'live' };
    const ask = (by: Record<string, string>) => gateway.ask({ method: 'PATCH', path: '/merchant', headers: by, body });
    expect((await ask(bySession)).status).toBe(200);
    const [proof, change] = commands().slice(-2) as unknown as readonly [
      ProveOwnerCommand,
      UpdateMerchantProfileCommand,
    ];
    expect(proof).toMatchObject({ merchantId, mode: 'live', sessionId });
    expect(auth.open(proof.code, 'dashboard.code')).toBe('492039');
    const changed = { merchantId, mode: 'live', actorMemberId: memberId, provenOwnerId: memberId, otherPhones: true };
    expect(change).toEqual(changed);
    expect(compileChecker(UpdateCommand)(change)).toEqual([]);
    busDouble.on(proveOwner, () => refuse('second_factor_invalid', { param: 'code' }));
    busDouble.sent.length = 0;
    expect(await ask(bySession)).toMatchObject({ status: 401, body: { code: 'second_factor_invalid', param: 'code' } });
    expect(busDouble.sent.map(({ name }) => name)).not.toContain('update-merchant-profile');
    busDouble.sent.length = 0;
    expect((await ask(headers)).status).toBe(200);
    expect(commands()).toEqual([{ merchantId, mode: 'test', actorKeyId: apiKeyId, otherPhones: true }]);
  });

  test.each([
    [{}, { count: null, amount: null, balancePercent: null }],
    [
      { count: 5, balancePercent: null },
      { count: 5, amount: null, balancePercent: null },
    ],
    [
      { amount: '90000', balancePercent: 20 },
      { count: null, amount: '90000', balancePercent: 20 },
    ],
  ])('[10.6] has the limit of refunds %j as a whole', async (refundsPerDay, whole) => {
    busDouble.on(updateMerchantProfile, () => accept(merchantProfileOf(merchantId, { refundsPerDay: whole })));
    const { status, body } = await patch({ settings: { refundsPerDay } });
    expect([status, body['settings']]).toMatchObject([200, { refundsPerDay: whole }]);
    expect(commands()).toMatchObject([{ refundsPerDay: whole }]);
    expect(compileChecker(UpdateCommand)(commands()[0])).toEqual([]);
  });

  test.each([{ count: -1 }, { count: 100_001 }, { amount: 5 }, { amount: '-1' }, { balancePercent: 101 }, { most: 1 }])(
    'refuses the limit of refunds %j',
    async (refundsPerDay) => {
      const [name] = Object.keys(refundsPerDay);
      const { status, body } = await patch({ settings: { refundsPerDay } });
      expect([status, body['param']]).toEqual([400, `settings.refundsPerDay.${name}`]);
      expect(commands()).toEqual([]);
    },
  );

  test.each([
    ...[...otherNames, ...invisibleNames, ...namesWithAddresses].map((name) => [{ name }, 'name'] as const),
    [{ logo: 'not base64!' }, 'logo'],
    [{ logo: 'AAAA'.repeat(2_732) }, 'logo'],
    ...otherAddresses.map((url) => [{ supportContact: { url } }, 'supportContact.url'] as const),
    [{ supportContact: { url: 'https://shop.example/"><script>' } }, 'supportContact.url'],
    [{ supportContact: { phone: '670000001' } }, 'supportContact.phone'],
    [{ languages: [] }, 'languages'],
    [{ languages: ['de'] }, 'languages'],
    [{ liveActive: true }, 'liveActive'],
    [{ settings: { active: true } }, 'settings.active'],
  ])('is not changed by %j', async (body, param) => {
    const answer = await patch(body);
    expect({ status: answer.status, param: String(answer.body['param']).replace(/[[.]0\]?$/, '') }).toEqual({
      ...{ status: 400, param },
    });
    expect(busDouble.sent).toEqual([]);
  });
});

describe('a logo', () => {
  test('[2.22] is served as the picture that it is, and nothing in it is executed', async () => {
    busDouble.on(getLogo, () => accept({ mediaType: 'image/webp', bytes: 'UklGRg==' }));
    const answer = await gateway.ask({ path: `/logos/${logoId}` });
    expect(answer).toMatchObject({ status: 200, text: 'RIFF' });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  test.each(['x', `${logoId}a`, '..%2f..'])('of no form is answered without a look-up (%s)', async (id) => {
    expect(await gateway.ask({ path: `/logos/${id}` })).toMatchObject({ status: 404 });
    expect(busDouble.sent).toEqual([]);
  });

  test('that nobody has is missing', async () => {
    busDouble.on(getLogo, () => refuse('merchant_not_found'));
    const answer = await gateway.ask({ path: `/logos/${logoId}` });
    expect(answer).toMatchObject({ status: 404, body: { code: 'route_not_found' } });
  });
});
