import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { UserRegistered } from '@paygate/contracts';
import { getUserContact, refuse, registerUser, userRegistered, verifyAuditTrail } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { ScheduledJobs } from '../../../scheduled-jobs.js';
import { AccountRequests } from '../../fixtures/account-requests.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';
import { OtpStandIn } from '../../fixtures/otp-stand-in.js';
import { accepted, password, Registering } from '../../fixtures/registering.js';

const otpInvalid = { ok: false, code: 'otp_invalid' };

let auth: AuthUnderTest;
let otp: OtpStandIn;
let events: EventCollector;
let asking: AccountRequests;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  [otp, events] = await Promise.all([
    OtpStandIn.start(auth.busEnv),
    eventCollector(auth.topics.prefix, userRegistered.stream),
  ]);
});
afterAll(async () => {
  await events.stop();
  await Promise.all([otp.stop(), auth.stop()]);
});
beforeEach(() => {
  asking = new AccountRequests(auth);
});

const { register, confirm, begun, signInAs } = new Registering(() => ({ auth, asking }));
const registeredUser = async (phone: string, secret = password): Promise<string> =>
  accepted(await confirm(await begun(phone, secret), otp.code)).userId;
const countOf = async (table: string): Promise<number> =>
  (await auth.sql<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count ?? 0;

describe('a registration', () => {
  test('[1.26] creates a user when its code is confirmed, who can sign in, have a wallet and be sent codes', async () => {
    const phone = freshPhone();
    const email = `${phone.slice(1)}@customers.example`;
    const registrationId = accepted(await register(phone, password, { email })).registrationId;
    expect(otp.to(phone)).toEqual([
      { claimId: registrationId, purpose: 'registration', message: 'code', merchantName: 'Boutique', to: phone },
    ]);
    expect(await signInAs(phone, password)).toMatchObject({ code: 'credentials_invalid' });

    const user = accepted(await confirm(registrationId, otp.code));
    expect(user.roles).toEqual(['USER']);
    expect(auth.open('gateway', user.phoneNumber, 'registered-user.phone')).toBe(phone);
    expect(accepted(await signInAs(phone, password)).userId).toBe(user.userId);
    const event = await events.next(({ payload }) => (payload as UserRegistered).userId === user.userId);
    expect(event.payload).toEqual({ userId: user.userId, mode: 'test' });
    const contact = await auth.get(getUserContact, { userId: user.userId, mode: 'test' });
    expect(auth.open('otp', contact.phoneNumber, 'user-contact.phone')).toBe(phone);
    expect(auth.open('otp', contact.email, 'user-contact.email')).toBe(email);
  });

  test('is recorded in the audit trail of the merchant when it is confirmed, and not before', async () => {
    const registrationId = await begun(freshPhone());
    await confirm(registrationId, '000000');
    const records = () => auth.sql('SELECT action, actor, subject FROM audit_record WHERE merchant_id = $1', merchant);
    const merchant = asking.merchantId;
    expect(await records()).toEqual([]);
    const { userId } = accepted(await confirm(registrationId, otp.code));
    expect(await records()).toEqual([{ action: 'user.registered', actor: asking.apiKeyId, subject: userId }]);
    expect(await auth.get(verifyAuditTrail, { merchantId: merchant })).toMatchObject({ intact: true });
  });

  test('is not confirmed by a wrong code, under another merchant or mode, or under an unknown id', async () => {
    const registrationId = await begun(freshPhone());
    expect(await confirm(registrationId, '111111')).toEqual(otpInvalid);
    expect(await confirm(newId('registration'), otp.code)).toEqual(otpInvalid);
    expect(await confirm(registrationId, otp.code, { merchantId: newId('merchant') })).toEqual(otpInvalid);
    expect(await confirm(registrationId, otp.code, { mode: 'live' })).toEqual(otpInvalid);
    accepted(await confirm(registrationId, otp.code));
  });

  test('ends with its confirmation, and after its time', async () => {
    const [used, lapsed] = [await begun(freshPhone()), await begun(freshPhone())];
    accepted(await confirm(used, otp.code));
    expect(await confirm(used, otp.code)).toEqual(otpInvalid);
    await auth.sql('UPDATE phone_claim SET expires_at = clock_timestamp() WHERE id = $1', lapsed);
    expect(await confirm(lapsed, otp.code)).toEqual(otpInvalid);
    await auth.app.get(ScheduledJobs).deleteExpired();
    expect(await auth.sql('SELECT FROM phone_claim WHERE id = $1', lapsed)).toEqual([]);
  });

  test.each(['12345678', 'Motdepasse', 'aaaaaaaaaa'])('is refused with the password %j', async (weak) => {
    const phone = freshPhone();
    expect(await register(phone, weak)).toEqual({ ok: false, code: 'password_weak', param: 'password' });
    expect(await register(phone, phone.slice(1))).toMatchObject({ code: 'password_weak' });
    expect(otp.to(phone)).toEqual([]);
  });

  test('is refused for a malformed phone number', async () => {
    expect(await register('670000001')).toEqual({ ok: false, code: 'phone_invalid', param: 'phoneNumber' });
  });

  test.each(['otp_cooldown', 'otp_budget_spent', 'rate_limited', 'channel_unsupported'] as const)(
    'that otp refuses with %s leaves nothing behind',
    async (code) => {
      const before = await countOf('phone_claim');
      otp.refusal = refuse(code, { fields: { retryAfter: 61 } });
      const reply = await register(freshPhone());
      otp.refusal = undefined;
      expect(reply).toEqual({ ok: false, code, fields: { retryAfter: 61 } });
      expect(await countOf('phone_claim')).toBe(before);
    },
  );
});

describe('the password of a registration', () => {
  test('is that of the confirmed registration, whatever others have begun for the number', async () => {
    const phone = freshPhone();
    const mine = await begun(phone, 'the password of the owner');
    const othersId = await begun(phone, 'the password of somebody else');
    expect(othersId).not.toBe(mine);
    accepted(await confirm(mine, otp.code));
    expect(await confirm(othersId, otp.code)).toEqual(otpInvalid);
    expect(await signInAs(phone, 'the password of somebody else')).toMatchObject({ code: 'credentials_invalid' });
    accepted(await signInAs(phone, 'the password of the owner'));
  });

  test('is stored only as a hash, number and address only sealed', async () => {
    const phone = freshPhone();
    const secret = `canary ${phone.slice(1)}`;
    const email = `canary-${phone.slice(1)}@customers.example`;
    const key = randomUUID();
    accepted(await register(phone, secret, { email, key }));
    accepted(await auth.ask(registerUser, asking.register(phone, secret, { email, key }), 'gateway'));
    for (const table of ['phone_claim', 'idempotency_record', 'outbox']) {
      const rows = await auth.sql<{ text: string }>(`SELECT t::text AS text FROM ${table} AS t`);
      for (const { text } of rows) expect(text).not.toMatch(new RegExp(`canary|${phone.slice(1)}`));
    }
  });
});

describe('concurrent confirmations', () => {
  test('40 times with the right code create one user', async () => {
    const phone = freshPhone();
    const registrationId = await begun(phone);
    const replies = await Promise.all(Array.from({ length: 40 }, () => confirm(registrationId, otp.code)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 39 }, () => otpInvalid));
  });

  test('with the right codes of several registrations of one number create one user', async () => {
    const phone = freshPhone();
    const ids = await Promise.all(Array.from({ length: 8 }, () => begun(phone)));
    const replies = await Promise.all([...ids, ...ids].map((id) => confirm(id, otp.code)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.every((reply) => reply.ok || reply.code === 'otp_invalid')).toBe(true);
    const left = await auth.sql('SELECT FROM phone_claim WHERE id = ANY ($1)', ids);
    expect(left).toEqual([]);
  });

  test('finds no place for more hashes than are in hand, and costs otp nothing', async () => {
    const crowded = await AuthUnderTest.start({ NEW_PASSWORD_QUEUE_SIZE: '1' });
    const neighbour = await OtpStandIn.start(crowded.busEnv);
    const there = new AccountRequests(crowded);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => crowded.ask(registerUser, there.register(freshPhone(), password), 'gateway')),
    );
    const granted = replies.filter(({ ok }) => ok).length;
    expect(replies).toContainEqual({ ok: false, code: 'rate_limited', fields: { retryAfter: 1 } });
    expect(neighbour.sent).toHaveLength(granted);
    await Promise.all([neighbour.stop(), crowded.stop()]);
  });
});

describe('a registered number', () => {
  test('[1.27] is answered like an unknown one, and its owner gets a notice', async () => {
    const [known, unknown] = [freshPhone(), freshPhone()];
    await registeredUser(known);
    const story = async (phone: string) => {
      const first = await register(phone);
      const { registrationId, expiresAt, resendAvailableAt, ...reply } = accepted(first);
      const wrong = [await confirm(registrationId, '000000'), await confirm(registrationId, otp.code)];
      const [row] = await auth.sql<{ columns: string[] }>(
        `SELECT array(SELECT json_object_keys(row_to_json(r))) AS columns FROM phone_claim r WHERE id = $1`,
        registrationId,
      );
      const life = Math.round((Date.parse(expiresAt) - Date.parse(resendAvailableAt)) / 1_000);
      return { keys: Object.keys(first.ok ? first.data : {}), reply, life, wrong: wrong[0], stored: row !== undefined };
    };
    expect(await story(known)).toEqual({ ...(await story(unknown)), stored: true });
    expect(otp.to(known).map(({ message }) => message)).toEqual(['code', 'notice']);
    expect(otp.to(unknown).map(({ message }) => message)).toEqual(['code']);
  });

  test('keeps its user and its password', async () => {
    const phone = freshPhone();
    const userId = await registeredUser(phone);
    expect(await confirm(await begun(phone, 'another horse altogether'), otp.code)).toEqual(otpInvalid);
    expect(accepted(await signInAs(phone, password)).userId).toBe(userId);
  });

  test('in the other mode is another number', async () => {
    const phone = freshPhone();
    await registeredUser(phone);
    const live = accepted(await register(phone, password, { mode: 'live' })).registrationId;
    accepted(await confirm(live, otp.code, { mode: 'live' }));
  });
});
