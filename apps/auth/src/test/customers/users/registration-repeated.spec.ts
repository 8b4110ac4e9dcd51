import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { registerUser } from '@paygate/contracts';
import { sha256Base64url } from '@paygate/platform';
import { repetitions } from '@paygate/testing';
import { AccountRequests } from '../../fixtures/account-requests.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';
import { OtpStandIn } from '../../fixtures/otp-stand-in.js';
import { accepted, password, Registering } from '../../fixtures/registering.js';

/* A request that is repeated because its answer was lost is executed once. */

const otpInvalid = { ok: false, code: 'otp_invalid' };

let auth: AuthUnderTest;
let otp: OtpStandIn;
let asking: AccountRequests;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  otp = await OtpStandIn.start(auth.busEnv);
});
afterAll(() => Promise.all([otp.stop(), auth.stop()]));
beforeEach(() => {
  asking = new AccountRequests(auth);
});

const { register, confirm, begun, signInAs } = new Registering(() => ({ auth, asking }));

describe('an idempotency key', () => {
  test('makes one registration and gets the first answer, for 20 concurrent requests too', async () => {
    const phone = freshPhone();
    const key = randomUUID();
    const replies = await Promise.all(Array.from({ length: 20 }, () => register(phone, password, { key })));
    const answers = replies.filter(({ ok }) => ok).map((reply) => JSON.stringify(accepted(reply)));
    expect(new Set(answers).size).toBe(1);
    expect(replies.every((reply) => reply.ok || reply.code === 'idempotency_key_in_use')).toBe(true);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    expect(otp.to(phone)).toHaveLength(1);
    const again = await register(phone, password, { key });
    expect(again).toMatchObject({ ok: true, replayed: true });
    expect(JSON.stringify(accepted(again))).toBe(answers[0]);
  });

  test('[6.9] with another body is refused, and after five other bodies with the right one too', async () => {
    const phone = freshPhone();
    const key = randomUUID();
    accepted(await register(phone, password, { key }));
    for (let n = 0; n < 5; n += 1)
      expect(await register(phone, `another horse ${n}`, { key })).toEqual({
        ok: false,
        code: 'idempotency_key_reused',
      });
    expect(await register(phone, password, { key })).toEqual({ ok: false, code: 'idempotency_key_reused' });
  });

  test.each(repetitions)('finds its registration: $name, sealed', async ({ first, later, isSame }) => {
    const keyHash = sha256Base64url(randomUUID());
    const phone = freshPhone();
    const ask = ({ bodyHash, contentHash }: typeof first) => {
      const seal = (digest: string) => auth.seal(digest, 'account.body-hash');
      const sealed = contentHash === undefined ? {} : { contentHash: seal(contentHash) };
      const idempotency = { keyHash, bodyHash: seal(bodyHash), ...sealed };
      return auth.ask(registerUser, Object.assign(asking.register(phone, password), { idempotency }));
    };
    expect(await ask(first)).toMatchObject({ ok: true });
    expect(await ask(later)).toMatchObject(
      isSame ? { ok: true, replayed: true } : { ok: false, code: 'idempotency_key_reused' },
    );
  });

  test('of another merchant or operation is another key', async () => {
    const key = randomUUID();
    const registrationId = accepted(await register(freshPhone(), password, { key })).registrationId;
    accepted(await confirm(registrationId, otp.code, { key }));
    asking = new AccountRequests(auth);
    expect(accepted(await register(freshPhone(), password, { key })).registrationId).not.toBe(registrationId);
  });

  test('returns the user again, where a second confirmation without it would be refused', async () => {
    const registrationId = await begun(freshPhone());
    const key = randomUUID();
    const first = accepted(await confirm(registrationId, otp.code, { key }));
    const again = await confirm(registrationId, otp.code, { key });
    expect(again).toMatchObject({ ok: true, replayed: true, data: { userId: first.userId, roles: ['USER'] } });
    expect(await confirm(registrationId, otp.code, { key: randomUUID() })).toEqual(otpInvalid);
  });
});

describe('a service that crashes between the steps', () => {
  /** Nothing is committed while a table is away, as in a process that was killed before its commit. */
  const without = async <Result>(table: string, work: () => Promise<Result>): Promise<Result> => {
    await auth.sql(`ALTER TABLE ${table} RENAME TO lost`);
    try {
      return await work();
    } finally {
      await auth.sql(`ALTER TABLE lost RENAME TO ${table}`);
    }
  };

  test('after the code was sent sends no other code, and the registration can be confirmed', async () => {
    const phone = freshPhone();
    const key = randomUUID();
    const died = await without('phone_claim', () => register(phone, password, { key }));
    expect(died).toMatchObject({ ok: false, code: 'internal_error' });
    expect(otp.to(phone)).toHaveLength(1);
    const registrationId = accepted(await register(phone, password, { key })).registrationId;
    expect(otp.to(phone).map(({ claimId }) => claimId)).toEqual([registrationId]);
    accepted(await confirm(registrationId, otp.code));
  });

  test('after the right code accepts it again, and creates one user', async () => {
    const phone = freshPhone();
    const registrationId = await begun(phone);
    const died = await without('audit_record', () => confirm(registrationId, otp.code));
    expect(died).toMatchObject({ ok: false, code: 'internal_error' });
    expect(await signInAs(phone, password)).toMatchObject({ code: 'credentials_invalid' });
    const { userId } = accepted(await confirm(registrationId, otp.code));
    expect(accepted(await signInAs(phone, password)).userId).toBe(userId);
  });
});
