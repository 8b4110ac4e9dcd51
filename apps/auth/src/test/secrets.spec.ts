import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  beginPasswordReset,
  confirmRegistration,
  createApiKey,
  createMerchant,
  getUserContact,
  importUsers,
  registerUser,
  resetPassword,
  revokeApiKey,
  signIn,
} from '@paygate/contracts';
import type { SignInCommand } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { AccountRequests } from './fixtures/account-requests.js';
import { AuthUnderTest, freshPhone } from './fixtures/auth-under-test.js';
import { OtpStandIn } from './fixtures/otp-stand-in.js';
import { listenTo, recordsOf, rowsOf } from './fixtures/written-data.js';

/** Values that must be found nowhere, and where we look for them. */
describe('[1.5] secrets in the clear', () => {
  let auth: AuthUnderTest;
  /** The output of the process: loggers write to file descriptor 1. */
  const written: string[] = [];
  const phone = freshPhone();
  const email = `canary-${phone.slice(1)}@example.com`;
  const password = `canary password of ${phone.slice(1)}`;
  const address = '198.51.100.77';
  const secrets: string[] = [phone.slice(1), address, email, password, 'PRIVATE KEY'];

  /** Every command, with answers of every kind; then some that fail inside, because failures are what is logged. */
  const doEverything = async (): Promise<void> => {
    const [merchantId, apiKeyId, userId, mode] = [newId('merchant'), newId('apiKey'), newId('user'), 'test'] as const;
    await auth.get(createMerchant, { merchantId, name: 'Canary' });
    const { key } = await auth.get(createApiKey, { apiKeyId, merchantId, mode, type: 'secret', name: 'canary' });
    await auth.get(revokeApiKey, { apiKeyId, merchantId, mode });
    const imported = {
      userId,
      phoneNumber: auth.seal(phone, 'import-users.phone'),
      email: auth.seal(email, 'import-users.email'),
      passwordHash: await hashPassword(password),
    };
    await auth.get(importUsers, { mode, users: [imported] });
    const attempt = (secret: string, context = 'sign-in.password'): SignInCommand => ({
      merchantId,
      mode,
      address: auth.seal(address, 'sign-in.address'),
      phoneNumber: auth.seal(phone, 'sign-in.phone'),
      password: auth.seal(secret, context),
    });
    await auth.ask(signIn, attempt(`wrong ${password}`));
    const { token } = await auth.get(signIn, attempt(password));
    await auth.ask(signIn, attempt(`wrong again ${password}`));
    await auth.get(getUserContact, { userId, mode });
    await register();
    await auth.sql('ALTER TABLE end_user RENAME TO lost');
    for (const failing of [
      auth.ask(signIn, attempt(password)),
      auth.ask(importUsers, { mode, users: [imported] }),
      auth.ask(signIn, attempt(password, 'another field')),
    ])
      await expect(failing).resolves.toMatchObject({ code: 'internal_error' });
    await auth.sql('ALTER TABLE lost RENAME TO end_user');

    const keyText = auth.open('operator', key, 'api-key.text');
    secrets.push(keyText, keyText.slice('sk_test_'.length + 26), auth.open('gateway', token, 'sign-in.token'));
  };

  /** Registers a user, who then changes the password. */
  const register = async (): Promise<void> => {
    const otp = await OtpStandIn.start(auth.busEnv);
    const asking = new AccountRequests(auth);
    const canary = freshPhone();
    const [first, second] = [`first canary of ${canary.slice(1)}`, `second canary of ${canary.slice(1)}`];
    const key = 'an idempotency key';
    secrets.push(canary.slice(1), first, second);
    const wanted = asking.register(canary, first, { email: `c${email}`, key });
    const { registrationId } = await auth.get(registerUser, wanted);
    await auth.get(registerUser, wanted);
    await auth.get(confirmRegistration, asking.confirm(registrationId, otp.code, { key }));
    const { resetId } = await auth.get(beginPasswordReset, asking.forgot(canary, { key }));
    await auth.get(resetPassword, asking.reset(resetId, otp.code, second, { key }));
    await otp.stop();
  };

  beforeAll(async () => {
    listenTo(written);
    auth = await AuthUnderTest.start({ LOG_LEVEL: 'debug' });
    await doEverything();
  });
  afterAll(async () => {
    await auth.stop();
    jest.restoreAllMocks();
  });

  test('are in no table', async () => {
    const rows = await rowsOf(auth);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    const dump = rows.join('\n');
    for (const secret of secrets) expect(dump.includes(secret)).toBe(false);
  });

  test('are in no log, not even of failures', () => {
    const log = written.join('');
    expect(log.split('\n').filter((line) => line.includes('"a command failed"'))).toHaveLength(3);
    for (const secret of secrets) expect(log.includes(secret)).toBe(false);
  });

  test('are in no topic', async () => {
    const records = await recordsOf(auth);
    expect(records.length).toBeGreaterThanOrEqual(16);
    const dump = records.join('\n');
    for (const secret of secrets) expect(dump.includes(secret)).toBe(false);
  });
});
