import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Principal, Sealed, SignInCommand } from '@paygate/contracts';
import { accept, refuse, signIn } from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const { key, row } = newApiKey({ type: 'publishable', merchantName: 'Chez Ada' });
const secret = newApiKey();
const sealer = (service: Principal) => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const expiresAt = '2026-11-20T10:15:00.000Z';
const userId = newId('user');

beforeAll(async () => {
  apiKeyRows.put(row.apiKeyId, row);
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': key, ...headers }, body });
const sent = () => busDouble.sent[0]?.payload;

describe('signing in', () => {
  beforeEach(() => {
    busDouble.on(signIn, () =>
      accept({
        userId,
        token: sealer('auth').seal('gateway', 'the.user.token', 'sign-in.token'),
        phoneNumber: sealer('auth').seal('gateway', '+237670000001', 'sign-in.phone'),
        roles: ['USER'],
        expiresAt,
      }),
    );
  });

  test('[2.2] gives the user and the token, and seals both secrets for auth', async () => {
    const answer = await post('/auth/web', { phoneNumber: '+237670000001', password: 'corréct horse' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: userId,
      token: 'the.user.token',
      phoneNumber: '+237670000001',
      roles: ['USER'],
      expiresAt,
    });
    const command = sent() as SignInCommand;
    expect(JSON.stringify(command)).not.toMatch(/horse|670000001|127\.0\.0\.1/);
    expect(sealer('auth').open(command.address ?? ('' as Sealed), 'sign-in.address')).toBe('127.0.0.1');
    expect(sealer('auth').open(command.password, 'sign-in.password')).toBe('corréct horse');
    expect(sealer('auth').open(command.phoneNumber, 'sign-in.phone')).toBe('+237670000001');
  });

  test('sends no address for a merchant’s server, which signs in all its customers', async () => {
    const headers = { 'x-api-key': secret.key };
    expect((await post('/auth/web', { phoneNumber: '+237670000001', password: 'x' }, headers)).status).toBe(200);
    expect(sent()).not.toHaveProperty('address');
  });

  test.each([
    '670000001',
    '00237670000001',
    '+0237670000001',
    '+237 670 000 001',
    '+23767',
    '＋237670000001',
    '+２37670000001',
    '+2376700000010000',
    '+237670000001\n',
    237670000001,
    null,
    ['+237670000001'],
  ])('refuses the phone number %j', async (phoneNumber) => {
    expect((await post('/auth/web', { phoneNumber, password: 'x' })).body).toMatchObject({
      code: 'phone_invalid',
      param: 'phoneNumber',
    });
  });

  test.each(['', 'x'.repeat(257), 'a\u0000b', 5, ['x'], { $ne: '' }])(
    'refuses the password %j without repeating it',
    async (password) => {
      const answer = await post('/auth/web', { phoneNumber: '+237670000001', password });
      expect(answer.body).toMatchObject({ status: 400, errors: [{ param: 'password', code: 'parameter_invalid' }] });
      expect(answer.text).not.toContain('xxxx');
    },
  );

  test('names the time to wait', async () => {
    busDouble.on(signIn, () => refuse('login_throttled', { fields: { retryAfter: 61.5 } }));
    const answer = await post('/auth/web', { phoneNumber: '+237670000001', password: 'x' });
    expect(answer.body).toMatchObject({ status: 429, code: 'login_throttled', retryable: true });
    expect(answer.headers['retry-after']).toBe('62');
  });
});
