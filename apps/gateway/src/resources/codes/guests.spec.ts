import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accept, compileChecker, initOtp, InitOtpCommand, refuse, verifyOtp } from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { SessionTokens } from '../../credentials/tokens/session-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const { key, row } = newApiKey({ type: 'publishable' });
const [phoneNumber, intentionId, otpId] = ['+237677770001', newId('intent'), newId('otpChallenge')];
const moment = '2026-11-20T10:15:00.000Z';
const initiated = {
  ...{ otpId, channel: 'sms' as const, destination: '********01', codeLength: 6 },
  ...{ expiresAt: moment, resendAvailableAt: moment, sendsRemaining: 4 },
};
const guest = { phoneNumber, channel: 'sms', intentionId };

beforeAll(async () => {
  apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(initOtp, () => accept(initiated));
});

const session = () => ({ 'x-session-token': gateway.get(SessionTokens).mintBare(intentionId) });
const post = (path: string, body: unknown, headers: Record<string, string>) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': key, ...headers }, body });
const init = (body: unknown, headers: Record<string, string> = session()) => post('/auth/otp/init', body, headers);

describe('the code of a guest', () => {
  test('is asked for with a phone that is sealed for otp, and without a user', async () => {
    const answer = await init(guest);
    expect([answer.status, answer.body]).toEqual([202, initiated]);
    const command = busDouble.sent[0]?.payload as InitOtpCommand;
    expect(command).not.toHaveProperty('userId');
    expect(command).toMatchObject({ intentionId, caller: { credential: 'session', signedIn: false } });
    const otp = new Sealer('otp', parseKeyring(keys.SEAL_KEYS));
    expect(otp.open(command.phoneNumber as never, 'init-otp.phone')).toBe(phoneNumber);
    expect(compileChecker(InitOtpCommand)(command)).toEqual([]);
  });

  test('carries the operator that the guest names, which nobody else may name', async () => {
    expect((await init({ ...guest, operator: 'orange_money' })).status).toBe(202);
    expect(busDouble.sent[0]?.payload).toMatchObject({ operator: 'orange_money' });
    const users = await init({ userId: newId('user'), channel: 'sms', intentionId, operator: 'orange_money' });
    expect(users.body).toMatchObject({ status: 400, code: 'parameter_invalid', param: 'operator' });
  });

  test('is checked by its challenge', async () => {
    busDouble.on(verifyOtp, () => refuse('otp_invalid'));
    expect((await post('/auth/otp/verify', { otpId, otp: '123456' }, {})).body).toMatchObject({ code: 'otp_invalid' });
    expect(busDouble.sent[0]?.payload).toMatchObject({ otpId });
    expect(busDouble.sent[0]?.payload).not.toHaveProperty('userId');
    const nobodys = await post('/auth/otp/verify', { otp: '123456' }, {});
    expect(nobodys.body).toMatchObject({ status: 400, code: 'parameter_missing', param: 'userId' });
  });

  test('needs the session of the payment', async () => {
    const expected = { status: 401, code: 'session_token_invalid', param: 'x-session-token' };
    expect((await init(guest, {})).body).toMatchObject(expected);
    expect(busDouble.sent).toEqual([]);
  });

  test.each([
    ['beside a user', { ...guest, userId: newId('user') }, ['parameter_invalid', 'phoneNumber']],
    ['by e-mail', { ...guest, channel: 'email' }, ['channel_unsupported', 'channel']],
    ['with an unknown operator', { ...guest, operator: 'orange' }, ['operator_unknown', 'operator']],
    ['with a number that is none', { ...guest, phoneNumber: '677770001' }, ['phone_invalid', 'phoneNumber']],
    ['without a number or a user', { channel: 'sms', intentionId }, ['parameter_missing', 'userId']],
  ])('%s is refused', async (_name, body, [code, param]) => {
    expect((await init(body)).body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });

  test.each<[string, Parameters<typeof newApiKey>[0], number]>([
    ['whose setting is off', { guestPayments: false }, 403],
    ['that asks every customer to sign in', { customerSignIn: 'always' }, 403],
    ['whose setting is on', { guestPayments: true, customerSignIn: 'wallet' }, 202],
    ['whose key is a row from before the setting', {}, 202],
  ])('[4.16] at a merchant %s', async (_name, more, status) => {
    const own = newApiKey({ type: 'publishable', ...more });
    apiKeyRows.put(own.row.apiKeyId, own.row);
    const answer = await init(guest, { ...session(), 'x-api-key': own.key });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body).toMatchObject({ code: 'guest_not_allowed' });
    expect(busDouble.sent).toHaveLength(status === 403 ? 0 : 1);
  });

  test.each([
    ['guest_not_allowed', 403],
    ['operator_unknown', 400],
    ['payment_method_unavailable', 409],
  ] as const)('that otp refuses with %s is a %i', async (code, status) => {
    busDouble.on(initOtp, () => refuse(code));
    expect((await init(guest)).body).toMatchObject({ code, status });
  });
});
