import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DeniedTokensRow, PasswordResetBegun, Reply } from '@paygate/contracts';
import {
  beginPasswordReset,
  deniedTokensTable,
  importUsers,
  registerUser,
  resetPassword,
  verifyAuditTrail,
} from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { TrustedNetworksRepository } from '../../../throttle/trusted-networks.repository.js';
import { ScheduledJobs } from '../../../scheduled-jobs.js';
import { SignIn } from '../../../customers/users/sign-in.js';
import { UserTokenIssuer } from '../../../customers/sessions/user-token-issuer.js';
import { AccountRequests } from '../../fixtures/account-requests.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';
import { OtpStandIn } from '../../fixtures/otp-stand-in.js';
import { accepted } from '../../fixtures/registering.js';

const oldPassword = 'correct horse battery staple';
const newPassword = 'a better horse and battery';
const otpInvalid = { ok: false, code: 'otp_invalid' };

let auth: AuthUnderTest;
let otp: OtpStandIn;
let table: EventCollector;
let asking: AccountRequests;
let passwordHash: string;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  passwordHash = await hashPassword(oldPassword);
  [otp, table] = await Promise.all([
    OtpStandIn.start(auth.busEnv),
    eventCollector(auth.topics.prefix, deniedTokensTable.stream),
  ]);
});
afterAll(async () => {
  await table.stop();
  await Promise.all([otp.stop(), auth.stop()]);
});
beforeEach(() => {
  asking = new AccountRequests(auth);
});

const newUser = async (): Promise<{ phone: string; userId: string }> => {
  const [phone, userId] = [freshPhone(), newId('user')];
  const phoneNumber = auth.seal(phone, 'import-users.phone');
  await auth.get(importUsers, { mode: 'test', users: [{ userId, phoneNumber, passwordHash }] });
  return { phone, userId };
};
const forgot = (...given: Parameters<AccountRequests['forgot']>): Promise<Reply<PasswordResetBegun>> =>
  auth.ask(beginPasswordReset, asking.forgot(...given), 'gateway');
const begun = async (phone: string): Promise<string> => accepted(await forgot(phone)).resetId;
const reset = (resetId: string, code = otp.code, password = newPassword, more: { key?: string } = {}) =>
  auth.ask(resetPassword, asking.reset(resetId, code, password, more), 'gateway');
const signInAs = (phone: string, secret: string, address?: string) =>
  auth.signIn({
    merchantId: asking.merchantId,
    phone,
    password: secret,
    ...(address === undefined ? {} : { address }),
  });
/** Past the bus. */
const signInWithOld = (phone: string, address?: string) => {
  const asked = { merchantId: asking.merchantId, mode: 'test', address } as const;
  return auth.app.get(SignIn).signIn({ ...asked, phoneNumber: phone, password: oldPassword });
};
const trustedNetworks = () => auth.sql('SELECT * FROM trusted_network ORDER BY account_index, network');
const waitsForUser = async (): Promise<boolean> => {
  const waiting = await auth.sql(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%FROM end_user%FOR NO KEY UPDATE%'`,
  );
  return waiting.length > 0;
};
const issuedAt = (token: string): number => {
  const [, claims = ''] = token.split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { iat: number }).iat * 1_000;
};

test('the payment at whose page a code is asked for is passed on to otp, which bounds its phones', async () => {
  const [phones, ofPayment] = [[freshPhone(), freshPhone(), freshPhone()] as const, newId('intent')];
  await auth.ask(beginPasswordReset, Object.assign(asking.forgot(phones[0]), { ofPayment }), 'gateway');
  await auth.ask(registerUser, Object.assign(asking.register(phones[1], newPassword), { ofPayment }), 'gateway');
  await forgot(phones[2]);
  expect(phones.map((phone) => otp.to(phone).map((sent) => sent.ofPayment))).toEqual([
    [ofPayment],
    [ofPayment],
    [undefined],
  ]);
});

describe('a password that was reset', () => {
  test('[1.28] replaces the previous one, and older tokens of the user end', async () => {
    const { phone, userId } = await newUser();
    const older = auth.open('gateway', accepted(await signInAs(phone, oldPassword)).token, 'sign-in.token');
    const resetId = await begun(phone);
    expect(otp.to(phone)).toMatchObject([{ claimId: resetId, purpose: 'password_reset', message: 'code' }]);
    const { issuedUntil, ...reply } = accepted(await reset(resetId));
    expect(reply).toEqual({ userId });
    const { payload } = await table.next(({ payload: row }) => (row as DeniedTokensRow).subject === userId);
    expect(payload).toMatchObject({ subject: userId, issuedUntil });
    expect(issuedAt(older)).toBeLessThanOrEqual(Date.parse(issuedUntil));
    expect(await signInAs(phone, oldPassword)).toMatchObject({ code: 'credentials_invalid' });
    const newer = auth.open('gateway', accepted(await signInAs(phone, newPassword)).token, 'sign-in.token');
    expect(issuedAt(newer)).toBeGreaterThan(Date.parse(issuedUntil));
  });

  test('[1.28] ends the wait after wrong passwords', async () => {
    const { phone } = await newUser();
    for (let n = 0; n < 5; n += 1) await signInAs(phone, 'wrong');
    expect(await signInAs(phone, oldPassword)).toMatchObject({ code: 'login_throttled' });
    accepted(await reset(await begun(phone)));
    accepted(await signInAs(phone, newPassword));
  });

  test('[1.28] ends the trust in networks of the previous password', async () => {
    const { phone } = await newUser();
    const [home, elsewhere] = ['192.0.2.7', '198.51.100.7'];
    accepted(await signInAs(phone, oldPassword, home));
    for (let n = 0; n < 5; n += 1) await signInAs(phone, 'wrong', home);
    accepted(await reset(await begun(phone)));
    for (let n = 0; n < 5; n += 1)
      expect(await signInAs(phone, 'wrong', home)).toMatchObject({ code: 'credentials_invalid' });
    expect(await signInAs(phone, newPassword, elsewhere)).toMatchObject({ code: 'login_throttled' });
  });

  test('is recorded in the audit trail of the merchant', async () => {
    const { phone, userId } = await newUser();
    const resetId = await begun(phone);
    await reset(resetId, '000000');
    accepted(await reset(resetId));
    const { merchantId, apiKeyId: actor } = asking;
    expect(
      await auth.sql('SELECT action, actor, subject FROM audit_record WHERE merchant_id = $1', merchantId),
    ).toEqual([{ action: 'password.reset', actor, subject: userId }]);
    expect(await auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true });
  });

  test('during a sign-in with the previous one leaves that sign-in no valid token', async () => {
    const { phone } = await newUser();
    const tokens = auth.app.get(UserTokenIssuer);
    const issue = tokens.issue.bind(tokens);
    const resetId = await begun(phone);
    // between the comparison of the password and the token
    tokens.issue = async (subject) => {
      tokens.issue = issue;
      accepted(await reset(resetId));
      return issue(subject);
    };
    expect(await signInWithOld(phone)).toEqual({ ok: false, code: 'credentials_invalid' });
  });

  test('waits for a sign-in that has just succeeded, and leaves none of its networks trusted', async () => {
    const { phone } = await newUser();
    const networks = auth.app.get(TrustedNetworksRepository);
    const add = networks.add.bind(networks);
    const resetId = await begun(phone);
    let resetting: Promise<Reply<unknown>> | undefined;
    networks.add = async (...of) => {
      networks.add = add;
      let isReset = false;
      resetting = reset(resetId).finally(() => (isReset = true));
      await eventually(async () => isReset || (await waitsForUser()));
      return add(...of);
    };
    const before = await trustedNetworks();
    expect(await signInWithOld(phone, '192.0.2.7')).toMatchObject({ ok: true });
    expect(await resetting).toMatchObject({ ok: true });
    expect(await trustedNetworks()).toEqual(before);
  });
});

describe('a code', () => {
  test('[1.26] changes one password once', async () => {
    const { phone } = await newUser();
    const [resetId, another] = [await begun(phone), await begun(phone)];
    expect(await reset(resetId, '000000')).toEqual(otpInvalid);
    expect(await reset(newId('passwordReset'))).toEqual(otpInvalid);
    accepted(await reset(resetId));
    expect(await reset(resetId)).toEqual(otpInvalid);
    expect(await reset(another)).toEqual(otpInvalid);
  });

  test('at another merchant, and after its time, changes none', async () => {
    const { phone } = await newUser();
    const resetId = await begun(phone);
    const elsewhere = new AccountRequests(auth).reset(resetId, otp.code, newPassword);
    expect(await auth.ask(resetPassword, elsewhere, 'gateway')).toEqual(otpInvalid);
    await auth.sql('UPDATE phone_claim SET expires_at = clock_timestamp() WHERE id = $1', resetId);
    expect(await reset(resetId)).toEqual(otpInvalid);
    await auth.app.get(ScheduledJobs).deleteExpired();
    expect(await auth.sql('SELECT FROM phone_claim WHERE id = $1', resetId)).toEqual([]);
    accepted(await signInAs(phone, oldPassword));
  });

  test('that is right in 100 concurrent requests changes one password', async () => {
    const { phone, userId } = await newUser();
    const resetId = await begun(phone);
    const passwords = Array.from({ length: 100 }, (_, n) => `a better horse ${n}`);
    const replies = await Promise.all(passwords.map((password) => reset(resetId, otp.code, password)));
    const won = passwords.filter((_, n) => replies[n]?.ok === true);
    expect(won).toHaveLength(1);
    expect(replies.every((reply) => reply.ok || reply.code === 'otp_invalid')).toBe(true);
    expect(accepted(await signInAs(phone, won[0] ?? '')).userId).toBe(userId);
    const records = await auth.sql(`SELECT FROM audit_record WHERE action = 'password.reset' AND subject = $1`, userId);
    expect(records).toHaveLength(1);
  });

  test('of several concurrent resets of one user changes the password once', async () => {
    const { phone } = await newUser();
    const ids = await Promise.all(Array.from({ length: 10 }, () => begun(phone)));
    const replies = await Promise.all(ids.map((id) => reset(id)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.every((reply) => reply.ok || reply.code === 'otp_invalid')).toBe(true);
  });

  test('is not checked with a weak password, for known and unknown numbers', async () => {
    for (const phone of [(await newUser()).phone, freshPhone()]) {
      const resetId = await begun(phone);
      for (const weak of ['password', phone.slice(1)])
        expect(await reset(resetId, otp.code, weak)).toEqual({ ok: false, code: 'password_weak', param: 'password' });
      expect(otp.checksOf(resetId)).toBe(0);
    }
  });
});

describe('an unknown number', () => {
  test('[1.27] is answered like a known one, and is sent nothing', async () => {
    const known = (await newUser()).phone;
    const unknown = freshPhone();
    const story = async (phone: string) => {
      const { resetId, expiresAt, resendAvailableAt, ...reply } = accepted(await forgot(phone));
      const life = Math.round((Date.parse(expiresAt) - Date.parse(resendAvailableAt)) / 1_000);
      const stored = await auth.sql('SELECT merchant_id, mode FROM phone_claim WHERE id = $1', resetId);
      return { reply, life, stored, wrong: await reset(resetId, '000000') };
    };
    expect(await story(unknown)).toEqual(await story(known));
    expect(otp.to(known).map(({ message }) => message)).toEqual(['code']);
    expect(otp.to(unknown).map(({ message }) => message)).toEqual(['none']);
  });

  test('is refused only when it is malformed', async () => {
    expect(await forgot('670000001')).toEqual({ ok: false, code: 'phone_invalid', param: 'phoneNumber' });
  });
});

describe('an idempotency key', () => {
  test('begins one reset, and gives the first answer', async () => {
    const { phone } = await newUser();
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => forgot(phone, { key })));
    const answers = replies.filter(({ ok }) => ok).map((reply) => JSON.stringify(accepted(reply)));
    expect(new Set(answers).size).toBe(1);
    expect(otp.to(phone)).toHaveLength(1);
    expect(await forgot(freshPhone(), { key })).toEqual({ ok: false, code: 'idempotency_key_reused' });
  });

  test('changes a password once, and not again after another change', async () => {
    const { phone } = await newUser();
    const key = randomUUID();
    const resetId = await begun(phone);
    const first = accepted(await reset(resetId, otp.code, newPassword, { key }));
    accepted(await reset(await begun(phone), otp.code, 'the newest horse of all'));
    const again = await reset(resetId, otp.code, newPassword, { key });
    expect(again).toEqual({ ok: true, data: first, replayed: true });
    expect(await reset(resetId, otp.code, 'yet another password', { key })).toEqual({
      ...{ ok: false, code: 'idempotency_key_reused' },
    });
    accepted(await signInAs(phone, 'the newest horse of all'));
  });
});

test('a service that crashed after the right code accepts it again', async () => {
  const { phone } = await newUser();
  const resetId = await begun(phone);
  await auth.sql('ALTER TABLE denied_tokens RENAME TO lost');
  const died = await reset(resetId);
  await auth.sql('ALTER TABLE lost RENAME TO denied_tokens');
  expect(died).toMatchObject({ ok: false, code: 'internal_error' });
  accepted(await signInAs(phone, oldPassword));
  accepted(await reset(resetId));
  accepted(await signInAs(phone, newPassword));
});
