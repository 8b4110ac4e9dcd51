import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { initOtp } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { inParallel, receivedOf, repetitions } from '@paygate/testing';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import { Retention } from '../../../scheduled-jobs.js';
import type { Guess } from '../../world.js';
import { accepted, World } from '../../world.js';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const reused = { ok: false, code: 'idempotency_key_reused' };
/** The idempotency fields that the gateway makes of header and body. */
const keyed = (key: string, body: string) => ({
  keyHash: sha256Base64url(key),
  bodyHash: world.gateway.seal('otp', sha256Base64url(body), 'otp.body-hash'),
});
const tokenOf = (reply: Awaited<ReturnType<World['verify']>>) =>
  world.gateway.open(accepted(reply).token, 'verify-otp.token');

describe('requesting a code again under one key', () => {
  test('sends one code, and gets the first answer whatever has happened to the code since', async () => {
    const { userId, phoneNumber } = world.user();
    const wish = { userId, intentionId: world.intent() };
    const [key, body] = [randomUUID(), JSON.stringify(wish)];
    const first = accepted(await world.init({ ...wish, idempotency: keyed(key, body) }));
    const again = await world.init({ ...wish, idempotency: keyed(key, body) });
    expect(again).toEqual({ ok: true, data: first, replayed: true });
    accepted(await world.verify({ ...wish, otp: await world.code(phoneNumber) }));
    world.known.intents.delete(wish.intentionId);
    expect(await world.init({ ...wish, idempotency: keyed(key, body) })).toEqual(again);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });

  test.each(repetitions)('sends one code: $name, sealed', async ({ first, later, isSame }) => {
    const { userId } = world.user();
    const keyHash = sha256Base64url(randomUUID());
    const ask = ({ bodyHash, contentHash }: typeof first) => {
      const seal = (digest: string) => world.gateway.seal('otp', digest, 'otp.body-hash');
      const sealed = contentHash === undefined ? {} : { contentHash: seal(contentHash) };
      return world.init({ userId, idempotency: { keyHash, bodyHash: seal(bodyHash), ...sealed } });
    };
    accepted(await ask(first));
    expect(await ask(later)).toMatchObject(isSame ? { ok: true, replayed: true } : reused);
  });

  test('60 times concurrently sends one code', async () => {
    const { userId, phoneNumber } = world.user();
    const [key, body] = [randomUUID(), userId];
    const commands = world.otp.get(PaymentCodesCommands);
    const replies = await inParallel(Array(60).keys(), () => {
      const message = receivedOf(initOtp, world.initCommand({ userId, idempotency: keyed(key, body) }));
      return commands.initOtp(message.payload, message);
    });
    expect(new Set(replies.map((reply) => accepted(reply).otpId)).size).toBe(1);
    expect(replies.filter((reply) => !('replayed' in reply))).toHaveLength(1);
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });

  test('[6.4] with another body is refused; another merchant, mode or operation has keys of its own', async () => {
    const { userId, phoneNumber } = world.user();
    const key = randomUUID();
    const { otpId } = accepted(await world.init({ userId, idempotency: keyed(key, 'a') }));
    expect(await world.init({ userId, idempotency: keyed(key, 'b') })).toEqual(reused);
    const elsewhere = await world.init({ userId, merchantId: newId('merchant'), idempotency: keyed(key, 'b') });
    expect(accepted(elsewhere).otpId).not.toBe(otpId);
    const otp = await world.code(phoneNumber);
    accepted(await world.verify({ userId, otpId, otp, idempotency: keyed(key, 'c') }));
  });

  test('after a refusal is a new request: a refusal had no effect', async () => {
    const { userId } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    const idempotency = keyed(randomUUID(), 'a');
    expect(await world.init({ userId, otpId, idempotency })).toMatchObject({ code: 'otp_cooldown' });
    await world.endCooldown(otpId);
    expect(accepted(await world.init({ userId, otpId, idempotency })).otpId).toBe(otpId);
  });
});

describe('verifying again under one key', () => {
  async function sentCode(): Promise<Guess & { readonly otpId: string }> {
    const { userId, phoneNumber } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    return { userId, otpId, otp: await world.code(phoneNumber) };
  }

  test('[6.2] gives the same token, byte for byte, and makes no second one', async () => {
    const guess = await sentCode();
    const key = randomUUID();
    const first = await world.verify({ ...guess, idempotency: keyed(key, guess.otp) });
    const again = await world.verify({ ...guess, idempotency: keyed(key, guess.otp) });
    expect(again).toHaveProperty('replayed', true);
    expect(tokenOf(again)).toBe(tokenOf(first));
    expect(await world.verify(guess)).toEqual({ ok: false, code: 'otp_invalid' });
    expect(await world.verify({ ...guess, idempotency: keyed(randomUUID(), guess.otp) })).toEqual({
      ...{ ok: false, code: 'otp_invalid' },
    });
  });

  test('60 times concurrently gives one token to all', async () => {
    const guess = await sentCode();
    const key = randomUUID();
    const commands = world.otp.get(PaymentCodesCommands);
    const replies = await inParallel(Array(60).keys(), () =>
      commands.verifyOtp(world.verifyCommand({ ...guess, idempotency: keyed(key, guess.otp) })),
    );
    expect(new Set(replies.map(tokenOf)).size).toBe(1);
  });

  test('[6.9] reveals nothing of the code to an attacker who knows the key: five bodies, then none is right', async () => {
    const guess = await sentCode();
    const key = randomUUID();
    accepted(await world.verify({ ...guess, idempotency: keyed(key, guess.otp) }));
    const commands = world.otp.get(PaymentCodesCommands);
    const attempt = (body: string) =>
      commands.verifyOtp(world.verifyCommand({ ...guess, otp: body, idempotency: keyed(key, body) }));
    const wrong = await inParallel(Array(200).keys(), (n) =>
      attempt(String(Number(guess.otp) + n + 1).padStart(7, '0')),
    );
    for (const reply of wrong) expect(reply).toEqual(reused);
    expect(await attempt(guess.otp)).toEqual(reused);
    const counted = await world.rows('SELECT mismatches FROM idempotency_record WHERE key_hash = $1', [
      sha256Base64url(key),
    ]);
    expect(counted).toEqual([{ mismatches: 5 }]);
  });

  test('with another code consumes nothing where the key is taken', async () => {
    const [mine, other] = [await sentCode(), await sentCode()];
    const key = randomUUID();
    accepted(await world.verify({ ...mine, idempotency: keyed(key, 'mine') }));
    expect(await world.verify({ ...other, idempotency: keyed(key, 'other') })).toEqual(reused);
    accepted(await world.verify(other));
  });
});

test('[6.10] answers are stored sealed and bodies as HMACs, and both are deleted after their time', async () => {
  const { userId } = world.user();
  const { otpId } = accepted(await world.init({ userId, idempotency: keyed('a key', 'a body') }));
  const [row] = await world.rows<{ text: string }>(
    'SELECT a::text AS text FROM idempotency_record AS a WHERE key_hash = $1 AND merchant_id = $2',
    [sha256Base64url('a key'), world.merchantId],
  );
  expect(row?.text).toContain('otp.d1.');
  for (const secret of [otpId, 'a key', Buffer.from(sha256Base64url('a body'), 'base64url').toString('hex')])
    expect(row?.text).not.toContain(secret);
  await world.rows(`UPDATE idempotency_record SET created_at = created_at - interval '31 days' WHERE key_hash = $1`, [
    sha256Base64url('a key'),
  ]);
  await world.otp.get(Retention).deleteOld();
  const left = await world.rows<{ old: boolean }>(
    `SELECT created_at < now() - interval '30 days' AS old FROM idempotency_record`,
  );
  expect(left.length).toBeGreaterThan(0);
  expect(left.some(({ old }) => old)).toBe(false);
});
