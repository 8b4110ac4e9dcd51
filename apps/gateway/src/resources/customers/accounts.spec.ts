import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConfirmRegistrationCommand, Principal } from '@paygate/contracts';
import {
  accept,
  beginPasswordReset,
  compileChecker,
  confirmRegistration,
  registerUser,
  RegisterUserCommand,
  resetPassword,
  ResetPasswordCommand,
  signOut,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { canonicalJson } from '../../requests/canonical-json.js';
import { apiKeyRows, busDouble, deniedTokensRows, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const { key, row } = newApiKey({ type: 'publishable', merchantName: 'Chez Ada' });
const secret = newApiKey({ merchantId: row.merchantId });
const sealer = (service: Principal) => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const [userId, registrationId, resetId] = [newId('user'), newId('registration'), newId('passwordReset')];
const expiresAt = '2026-11-20T10:05:00.000Z';
const terms = {
  ...{ destination: '********01', codeLength: 6, sendsRemaining: 4 },
  ...{ expiresAt, resendAvailableAt: expiresAt },
};
const phoneNumber = '+237670000001';
const password = 'corréct horse';

beforeAll(async () => {
  for (const known of [row, secret.row]) apiKeyRows.put(known.apiKeyId, known);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(registerUser, () => accept({ registrationId, ...terms }));
  busDouble.on(beginPasswordReset, () => accept({ resetId, ...terms }));
  busDouble.on(confirmRegistration, () =>
    accept({
      userId,
      phoneNumber: sealer('auth').seal('gateway', phoneNumber, 'registered-user.phone'),
      roles: ['USER'],
    }),
  );
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': key, ...headers }, body });
const sent = () => busDouble.sent[0]?.payload;

describe('registering', () => {
  test('shows number, address and password to auth alone', async () => {
    const email = 'ada@customers.example';
    const answer = await post('/auth/users', { phoneNumber, password, email }, { 'accept-language': 'en' });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({ registrationId, ...terms });
    const command = sent() as RegisterUserCommand;
    expect(compileChecker(RegisterUserCommand)(command)).toEqual([]);
    expect(JSON.stringify(command)).not.toMatch(/horse|670000001|customers/);
    expect(command).toMatchObject({ merchantName: 'Chez Ada', language: 'en' });
    expect(command.caller).toMatchObject({ signedIn: false, credential: 'publishable' });
    expect(sealer('auth').open(command.phoneNumber, 'register-user.phone')).toBe(phoneNumber);
    expect(sealer('auth').open(command.password, 'register-user.password')).toBe(password);
    expect(sealer('auth').open(command.email as never, 'register-user.email')).toBe(email);
    expect(sealer('otp').open(command.caller.address as never, 'otp.address')).toBe('127.0.0.1');
  });

  test('by a merchant’s server is counted for its key only', async () => {
    await post('/auth/users', { phoneNumber, password, email: null }, { 'x-api-key': secret.key });
    expect((sent() as RegisterUserCommand).caller).toEqual({
      ...{ apiKeyId: secret.row.apiKeyId, signedIn: false, credential: 'secret' },
    });
    expect(sent()).not.toHaveProperty('email');
  });

  test.each<[Record<string, unknown>, string, string]>([
    [{ phoneNumber: '670000001' }, 'phone_invalid', 'phoneNumber'],
    [{ password: 'x'.repeat(7) }, 'parameter_invalid', 'password'],
    [{ password: 'x'.repeat(257) }, 'parameter_invalid', 'password'],
    [{ password: 12345678 }, 'parameter_invalid', 'password'],
    [{ email: 'ada' }, 'parameter_invalid', 'email'],
    [{ email: 'ada@localhost' }, 'parameter_invalid', 'email'],
    [{ email: 'ada@customers.example\r\nBcc: eve@evil.example' }, 'parameter_invalid', 'email'],
    [{ email: `${'a'.repeat(65)}@customers.example` }, 'parameter_invalid', 'email'],
    [{ email: 'adä@customers.example' }, 'parameter_invalid', 'email'],
    [{ roles: ['ADMIN'] }, 'parameter_unknown', 'roles'],
    [{ userId: newId('user') }, 'parameter_unknown', 'userId'],
  ])('with %j is refused', async (fields, code, param) => {
    const answer = await post('/auth/users', { phoneNumber, password, ...fields });
    expect(answer.body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });

  test('is confirmed by a code that only otp learns', async () => {
    const answer = await post('/auth/users/verify', { registrationId, otp: '042917' });
    expect([answer.status, answer.body]).toEqual([201, { id: userId, phoneNumber, roles: ['USER'] }]);
    const command = sent() as ConfirmRegistrationCommand;
    expect(JSON.stringify(command)).not.toContain('042917');
    expect(sealer('otp').open(command.otp, 'phone-code.otp')).toBe('042917');
    expect(() => sealer('auth').open(command.otp, 'phone-code.otp')).toThrow();
  });

  test.each(['hello', newId('otpChallenge'), resetId, '', 1, null])(
    'is not confirmed under the id %j',
    async (wrong) => {
      const answer = await post('/auth/users/verify', { registrationId: wrong, otp: '042917' });
      expect(answer.body).toMatchObject({ status: 400, param: 'registrationId' });
    },
  );
});

describe('a forgotten password', () => {
  const tokens = new UserTokens({ sub: userId, azp: row.merchantId });
  const issuedUntil = new Date(Date.now() - 30_000).toISOString();
  const reset = () => post('/auth/password/reset', { resetId, otp: '042917', password });

  test('is answered without saying whether it was one', async () => {
    const answer = await post('/auth/password/forgot', { phoneNumber });
    expect([answer.status, answer.body]).toEqual([202, { resetId, ...terms }]);
    expect(JSON.stringify(sent())).not.toContain('670000001');
  });

  test('is changed, and from its answer on older tokens are refused', async () => {
    busDouble.on(resetPassword, () => {
      setImmediate(() => {
        deniedTokensRows.put(userId, {
          ...{ subject: userId, version: 1, issuedUntil },
          expiresAt: new Date(Date.now() + 60_000).toISOString(),
        });
      });
      return accept({ userId, issuedUntil });
    });
    const answer = await reset();
    expect([answer.status, answer.text]).toEqual([204, '']);
    const command = sent() as ResetPasswordCommand;
    expect(compileChecker(ResetPasswordCommand)(command)).toEqual([]);
    expect(JSON.stringify(command)).not.toMatch(/horse|042917/);
    expect(sealer('auth').open(command.password, 'password-reset.password')).toBe(password);
    busDouble.on(signOut, ({ tokenId }) => accept({ tokenId }));
    const leave = (token: string) =>
      gateway.ask({
        method: 'POST',
        path: '/auth/logout',
        headers: { 'x-api-key': key, authorization: `Bearer ${token}` },
      });
    expect((await leave(tokens.mint({}, 60))).body).toMatchObject({ status: 401, code: 'token_invalid' });
    expect((await leave(tokens.mint())).status).toBe(204);
  });
});

describe.each([
  ['/auth/users', { phoneNumber, password }],
  ['/auth/users/verify', { registrationId, otp: '042917' }],
  ['/auth/password/forgot', { phoneNumber }],
  ['/auth/password/reset', { resetId, otp: '042917', password }],
] as const)('an idempotency key at %s', (path, body) => {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

  test('goes to auth as digests, that of the body sealed, and a replay is marked', async () => {
    busDouble.on(registerUser, () => ({ ...accept({ registrationId, ...terms }), replayed: true }));
    busDouble.on(beginPasswordReset, () => ({ ...accept({ resetId, ...terms }), replayed: true }));
    busDouble.on(resetPassword, () => ({
      ...accept({ userId, issuedUntil: '2026-01-01T00:00:00.000Z' }),
      replayed: true,
    }));
    const phone = sealer('auth').seal('gateway', phoneNumber, 'registered-user.phone');
    busDouble.on(confirmRegistration, () => ({
      ...accept({ userId, phoneNumber: phone, roles: ['USER'] }),
      replayed: true,
    }));
    const text = JSON.stringify(body);
    const answer = await post(path, text, { 'idempotency-key': 'a key that nobody guesses' });
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers['idempotency-replayed']).toBe('true');
    const { idempotency } = sent() as RegisterUserCommand;
    expect(idempotency?.keyHash).toBe(hash('a key that nobody guesses'));
    expect(sealer('auth').open(idempotency?.bodyHash as never, 'account.body-hash')).toBe(hash(text));
    const content = hash(canonicalJson(text));
    expect(sealer('auth').open(idempotency?.contentHash as never, 'account.body-hash')).toBe(content);
  });

  test('must be well-formed', async () => {
    for (const bad of ['é', 'x'.repeat(256)])
      expect((await post(path, body, { 'idempotency-key': bad })).body).toMatchObject({
        ...{ status: 400, code: 'idempotency_key_invalid' },
      });
    expect(busDouble.sent).toEqual([]);
  });
});
