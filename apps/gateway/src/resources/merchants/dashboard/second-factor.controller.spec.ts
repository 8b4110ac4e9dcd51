import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  accept,
  beginSecondFactor,
  BeginSecondFactorCommand,
  checkDashboardSession,
  compileChecker,
  confirmSecondFactor,
  ConfirmSecondFactorCommand,
  ConfirmedSecondFactorView,
  disableSecondFactor,
  DisableSecondFactorCommand,
  errorCatalogue,
  NewSecondFactorView,
  readSecondFactor,
  refuse,
  renewRecoveryCodes,
  RenewRecoveryCodesCommand,
  SecondFactorView,
  signInToDashboard,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const sessionId = newId('dashboardSession');
const enabledAt = '2026-11-20T10:00:00.000Z';
const path = '/dashboard/second-factor';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.refuse('service_unavailable');
  const email = auth.seal('gateway', 'ada+o@shop.example', 'member.email');
  busDouble.on(checkDashboardSession, () => accept({ sessionId, email, expiresAt: enabledAt, memberships: [] }));
});

const ask = (method: string, to: string, body?: unknown) => {
  const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
  return gateway.ask({ method, path: to, headers, ...(body === undefined ? {} : { body }) });
};
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('a person reads whether a second factor is enabled', async () => {
  busDouble.on(readSecondFactor, () => accept({ enabledAt: null, recoveryCodesLeft: 0 }));
  const none = await ask('GET', path);
  expect(none.body).toEqual({ object: 'second_factor', enabled: false, enabledAt: null, recoveryCodesLeft: 0 });
  busDouble.on(readSecondFactor, () => accept({ enabledAt, recoveryCodesLeft: 9 }));
  const answer = await ask('GET', path);
  expect([answer.status, answer.body['enabled']]).toEqual([200, true]);
  expect(compileChecker(SecondFactorView)(answer.body)).toEqual([]);
});

test('the secret of a new second factor is in the URL of its QR code, with the person’s address', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  busDouble.on(beginSecondFactor, () => accept({ secret: auth.seal('gateway', secret, 'dashboard.second-factor') }));
  const answer = await ask('POST', path, { password: 'corréct horse' });
  expect(answer.status).toBe(201);
  expect(compileChecker(NewSecondFactorView)(answer.body)).toEqual([]);
  expect(answer.body).toEqual({
    secret,
    otpauthUrl: `otpauth://totp/Paygate:ada%2Bo%40shop.example?secret=${secret}&issuer=Paygate`,
  });
  const [command] = sent('begin-second-factor');
  expect(compileChecker(BeginSecondFactorCommand)(command)).toEqual([]);
  expect(JSON.stringify(command)).not.toMatch(/horse|127\.0/);
});

test('the recovery codes are in the answer to the confirmation', async () => {
  const recoveryCodes = Array<string>(10).fill('q7mk-4x2v-9rtb-d3hn');
  const sealed = auth.seal('gateway', recoveryCodes.join(' '), 'dashboard.recovery-codes');
  busDouble.on(confirmSecondFactor, () => accept({ enabledAt, recoveryCodes: sealed }));
  const answer = await ask('POST', `${path}/confirm`, { code: '492039' });
  expect(answer).toMatchObject({ status: 200, body: { enabled: true, recoveryCodesLeft: 10, recoveryCodes } });
  expect(compileChecker(ConfirmedSecondFactorView)(answer.body)).toEqual([]);
  const [command] = sent('confirm-second-factor');
  expect(compileChecker(ConfirmSecondFactorCommand)(command)).toEqual([]);
  expect(JSON.stringify(command)).not.toContain('492039');
});

test('recovery codes are renewed with a code, which goes along sealed', async () => {
  const recoveryCodes = Array<string>(10).fill('q7mk-4x2v-9rtb-d3hn');
  const sealed = auth.seal('gateway', recoveryCodes.join(' '), 'dashboard.recovery-codes');
  busDouble.on(renewRecoveryCodes, () => accept({ enabledAt, recoveryCodes: sealed }));
  const answer = await ask('POST', `${path}/recovery-codes`, { code: '492039' });
  expect(answer).toMatchObject({ status: 200, body: { enabled: true, recoveryCodesLeft: 10, recoveryCodes } });
  expect(compileChecker(ConfirmedSecondFactorView)(answer.body)).toEqual([]);
  const [command] = sent('renew-recovery-codes');
  expect(compileChecker(RenewRecoveryCodesCommand)(command)).toEqual([]);
  expect(JSON.stringify(command)).not.toContain('492039');
});

test('[1.51] a second factor is disabled with password and code, both sealed', async () => {
  busDouble.on(disableSecondFactor, () => accept({ personId: newId('person') }));
  const body = { password: 'corréct horse', code: '492039' };
  expect(await ask('POST', `${path}/disable`, body)).toMatchObject({ status: 204, text: '' });
  const [command] = sent('disable-second-factor');
  expect(compileChecker(DisableSecondFactorCommand)(command)).toEqual([]);
  expect(JSON.stringify(command)).not.toMatch(/horse|492039|127\.0/);
});

test('[1.48] the password alone is answered 401 without a token and without a cookie, and the code goes along sealed', async () => {
  busDouble.on(signInToDashboard, () => refuse('second_factor_required'));
  const origin = 'https://pay.example';
  const credentials = { email: 'ada@shop.example', password: 'correct horse', delivery: 'cookie' };
  const signIn = (body: object) =>
    gateway.ask({ method: 'POST', path: '/dashboard/sessions', headers: { origin }, body });
  const refused = await signIn(credentials);
  expect(refused.body).toMatchObject({ status: 401, code: 'second_factor_required', retryable: false });
  expect(refused.headers['set-cookie']).toBeUndefined();
  expect(refused.text).not.toMatch(/[a-z]{3}_[0-9A-Za-z]{40}/);
  await signIn({ ...credentials, code: '492039' });
  const [without, withCode] = sent('sign-in-to-dashboard') as { readonly code?: string }[];
  expect(without).not.toHaveProperty('code');
  expect(auth.open(withCode?.code as never, 'dashboard.code')).toBe('492039');
});

const requests = [
  [beginSecondFactor, 'POST', '', { password: 'x' }],
  [confirmSecondFactor, 'POST', '/confirm', { code: '492039' }],
  [renewRecoveryCodes, 'POST', '/recovery-codes', { code: '492039' }],
  [disableSecondFactor, 'POST', '/disable', { password: 'x', code: '492039' }],
  [readSecondFactor, 'GET', '', undefined],
] as const;

test.each(requests.map(([{ name }], index) => [name, index] as const))(
  '[1.50] each refusal of %s is answered with its status',
  async (_name, index) => {
    const [contract, method, rest, body] = requests[index] ?? requests[0];
    for (const code of contract.refusals) {
      busDouble.on(contract as typeof beginSecondFactor, () =>
        refuse(code, code === 'login_throttled' ? { fields: { retryAfter: 30 } } : {}),
      );
      const answer = await ask(method, path + rest, body);
      expect(answer.body).toMatchObject({ code, status: errorCatalogue[code].status });
      if (code === 'login_throttled') expect(answer.headers['retry-after']).toBe('30');
    }
  },
);
