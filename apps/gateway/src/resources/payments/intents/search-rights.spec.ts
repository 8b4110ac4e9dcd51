import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ListIntentsCommand, MemberRole, Sealed } from '@paygate/contracts';
import { accept, checkDashboardSession, headers, listIntents } from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const phoneNumber = '+237670000001';
const sealerOf = (who: 'auth' | 'charging'): Sealer => new Sealer(who, parseKeyring(keys.SEAL_KEYS));
const restricted = (...scopes: ('intents:read' | 'payers:read')[]) =>
  newApiKey({ merchantId, type: 'restricted', scopes });
const [reader, desk, secret] = [
  restricted('intents:read'),
  restricted('intents:read', 'payers:read'),
  newApiKey({ merchantId }),
];

beforeAll(async () => {
  for (const { row } of [reader, desk, secret]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.on(listIntents, () => accept({ intents: [], hasMore: false, nextCursor: null }));
});

type Credential = Readonly<Record<string, string>>;
const keyOf = ({ key }: { readonly key: string }): Credential => ({ [headers.apiKey]: key });
function sessionOf(role: MemberRole): Credential {
  const account = { merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true, role };
  const auth = sealerOf('auth');
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
  const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
  const memberships = [{ memberId: newId('member'), name, ...account }];
  busDouble.on(checkDashboardSession, () => accept({ ...session, memberships }));
  return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
}

/** The phone that charging is asked for, or the refusal. */
async function soughtBy(credential: Credential, body: object): Promise<unknown> {
  busDouble.sent.length = 0;
  const answer = await gateway.ask({ method: 'POST', path: '/gateway/search', headers: credential, body });
  const [sent] = busDouble.sent.filter(({ name }) => name === listIntents.name);
  if (sent === undefined) return answer.body;
  const { payerPhone = '' as Sealed } = sent.payload as ListIntentsCommand;
  return sealerOf('charging').open(payerPhone, 'search-intents.phone');
}
const refused = { status: 403, code: 'scope_missing', scope: 'payers:read', param: 'phoneNumber' };

test.each<[who: string, credential: () => Credential]>([
  ['a key that reads payments alone', () => keyOf(reader)],
  ['a developer', () => sessionOf('developer')],
  ['a viewer', () => sessionOf('viewer')],
])('[2.24] %s confirms no whole number, and searches by its last digits', async (_, credential) => {
  expect(await soughtBy(credential(), { phoneNumber })).toMatchObject(refused);
  for (const q of ['670000001', phoneNumber, 'Awa 670 00 00 01']) expect(await soughtBy(credential(), { q })).toBe('');
  expect(await soughtBy(credential(), { q: '00 01' })).toBe('0001');
});

test.each<[who: string, credential: () => Credential]>([
  ['a key that reads payers', () => keyOf(desk)],
  ['a secret key', () => keyOf(secret)],
  ['a cashier', () => sessionOf('cashier')],
  ['an owner', () => sessionOf('owner')],
])('[2.24] %s searches by a whole number', async (_, credential) => {
  for (const body of [{ phoneNumber }, { q: '670 00 00 01' }])
    expect(await soughtBy(credential(), body)).toBe(phoneNumber);
});
