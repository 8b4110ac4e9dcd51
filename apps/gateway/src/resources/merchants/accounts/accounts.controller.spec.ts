import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ApiKeyInfo, ConfirmAccountCommand as Confirm, OpenAccountCommand as Open } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  confirmAccount,
  ConfirmAccountCommand,
  NewAccountView,
  openAccount,
  OpenAccountCommand,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const token = mintOpaqueToken('accountClaim');
const created = '2026-11-20T10:00:00.000Z';
const confirmation = { token, name: 'Ada', password: 'corréct horse' };
const opening = { email: 'ada@shop.example', businessName: 'Boutique', country: 'CM' };

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(openAccount, () => accept({ validHours: 24 }));
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers, body });
const sent = () => busDouble.sent.map(({ payload }) => payload);

test('a sign-up seals the address for auth and is answered without a body', async () => {
  const answer = await post('/dashboard/accounts', opening, { 'accept-language': 'en', 'idempotency-key': 'one' });
  expect(answer).toMatchObject({ status: 202, text: '' });
  const [command] = sent() as Open[];
  expect(compileChecker(OpenAccountCommand)(command)).toEqual([]);
  expect(command).toMatchObject({ businessName: 'Boutique', country: 'CM', language: 'en' });
  expect(JSON.stringify(command)).not.toMatch(/ada@|127\.0/);
});

test.each([
  [{ ...opening, country: 'FR' }, 'parameter_invalid'],
  // nothing collects its currency
  [{ ...opening, country: 'SN' }, 'parameter_invalid'],
  [{ ...opening, country: 'toString' }, 'parameter_invalid'],
  [{ ...opening, email: 'ada@shop.example\r\nBcc: x@y.example' }, 'parameter_invalid'],
  [{ ...opening, businessName: '' }, 'parameter_invalid'],
  [{ ...opening, liveActive: true }, 'parameter_unknown'],
])('a sign-up with %j is refused before auth receives it', async (body, code) => {
  expect((await post('/dashboard/accounts', body)).body).toMatchObject({ status: 400, code });
  expect(busDouble.sent).toEqual([]);
});

test('[1.42] an account is answered with its keys once this gateway knows them', async () => {
  const minted = (['publishable', 'secret'] as const).map((type) => newApiKey({ type }));
  const issued = minted.map(({ key, row: { apiKeyId, type } }) => {
    const times = { createdAt: created, expiresAt: null, revokedAt: null, lastUsedAt: null };
    const apiKey: ApiKeyInfo = { apiKeyId, mode: 'test', type, name: 'First', scopes: [], origins: [], ...times };
    return { apiKey, key: auth.seal('gateway', key, 'api-key.text') };
  });
  busDouble.on(confirmAccount, () => {
    setImmediate(() => {
      for (const { row } of minted) apiKeyRows.put(row.apiKeyId, row);
    });
    return accept({
      ...{ merchantId: newId('merchant'), merchantName: 'Boutique', country: 'CM', apiKeys: issued },
      owner: {
        ...{ memberId: newId('member'), role: 'owner', status: 'active', createdAt: created, joinedAt: created },
        email: auth.seal('gateway', 'ada@shop.example', 'member.email'),
        name: auth.seal('gateway', 'Ada', 'member.name'),
      },
    });
  });
  const answer = await post('/dashboard/accounts/confirm', confirmation);
  expect(answer.status).toBe(201);
  expect(compileChecker(NewAccountView)(answer.body)).toEqual([]);
  expect(answer.body).toMatchObject({
    merchant: { name: 'Boutique', country: 'CM', currency: 'XAF' },
    owner: { email: 'ada@shop.example', name: 'Ada', role: 'owner' },
    apiKeys: minted.map(({ key, row: { type } }) => ({ key, type, mode: 'test' })),
  });
  const [command] = sent() as Confirm[];
  expect(compileChecker(ConfirmAccountCommand)(command)).toEqual([]);
  expect(JSON.stringify(command)).not.toMatch(/acc_|Ada|horse|127\.0/);
  const used = await gateway.ask({ path: '/api-keys', headers: { 'x-api-key': minted[1]?.key ?? '' } });
  expect(used.body['code']).not.toBe('api_key_invalid');
});

test.each([mintOpaqueToken('invitation'), `${token.slice(0, -1)}_`, 'hello'])(
  'a token that is none of a sign-up costs auth nothing (%s)',
  async (other) => {
    const answer = await post('/dashboard/accounts/confirm', { ...confirmation, token: other });
    expect(answer.body).toMatchObject({ status: 400, code: 'mail_token_invalid' });
    expect(busDouble.sent).toEqual([]);
  },
);
