import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SendPhoneCodeCommand } from '@paygate/contracts';
import { phoneCodePurposes, sendPhoneCode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually, inParallel, receivedOf } from '@paygate/testing';
import type { PhoneCodesCommands } from '../../../codes/phone-codes/phone-codes.commands.js';
import { Retention } from '../../../scheduled-jobs.js';
import { newClaim, newPhone, otpInvalid, PhoneCodesUnderTest } from './phone-codes-under-test.js';
import type { World } from '../../world.js';
import { accepted } from '../../world.js';

let codes: PhoneCodesUnderTest;
let world: World;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start();
  world = codes.world;
});
afterAll(() => codes.stop());

/** Concurrent calls without the bus, which would deliver those of one claim one after the other. */
function atOnce<Answer>(times: number, once: (commands: PhoneCodesCommands) => Promise<Answer>): Promise<Answer[]> {
  return inParallel(Array(times).keys(), () => once(codes.commands));
}
const uses = () => world.rows<{ kind: string }>('SELECT kind FROM otp_use ORDER BY kind');

describe('a code for a phone', () => {
  test.each([
    ['registration', 'pour créer votre compte chez Boutique'],
    ['password_reset', 'pour changer de mot de passe chez Boutique'],
  ] as const)('for %s says so, and opens its claim', async (purpose, words) => {
    const { claimId, phoneNumber, otp } = await codes.sentCode(purpose);
    expect(world.provider.to(phoneNumber).map(({ text }) => text)).toEqual([expect.stringContaining(words)]);
    expect(await codes.check({ claimId, purpose, otp: world.otherThan(otp) })).toEqual(otpInvalid);
    expect(await codes.check({ claimId, purpose, otp })).toEqual({ ok: true, data: { claimId } });
  });

  test('is answered without the number', async () => {
    const phoneNumber = newPhone();
    const terms = accepted(await codes.send({ phoneNumber }));
    expect(terms).toMatchObject({ destination: `********${phoneNumber.slice(-2)}`, codeLength: 6, sendsRemaining: 4 });
    expect(Date.parse(terms.expiresAt)).toBeGreaterThan(Date.parse(terms.resendAvailableAt));
  });

  test('stays right until it expires, within its checks', async () => {
    const code = await codes.sentCode();
    for (let n = 0; n < 4; n += 1) expect(await codes.check(code)).toMatchObject({ ok: true });
    await world.rows('UPDATE otp_challenge SET expires_at = clock_timestamp() WHERE id = $1', [code.claimId]);
    expect(await codes.check(code)).toEqual(otpInvalid);
  });

  test('[1.29] confirms no other claim, purpose, merchant or mode, and no payment', async () => {
    const code = await codes.sentCode();
    await codes.endWaits();
    const other = await codes.send({ phoneNumber: code.phoneNumber, claimId: newClaim('registration') });
    expect(other).toMatchObject({ ok: true });
    const reset = await codes.sentCode('password_reset');
    for (const guess of [
      { ...code, claimId: newClaim('registration') },
      { ...code, purpose: 'password_reset' as const },
      { ...code, merchantId: newId('merchant') },
      { ...code, mode: 'live' as const },
      { ...reset, purpose: 'registration' as const },
    ])
      expect(await codes.check(guess)).toEqual(otpInvalid);
    const user = world.user();
    expect(await world.verify({ userId: user.userId, otp: code.otp })).toEqual(otpInvalid);
    expect(await codes.check(code)).toMatchObject({ ok: true });
  });

  test('[1.29] of a payment confirms no claim', async () => {
    const { userId, phoneNumber } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    const otp = await world.code(phoneNumber);
    for (const purpose of phoneCodePurposes)
      expect(await codes.check({ claimId: otpId, purpose, otp })).toEqual(otpInvalid);
    accepted(await world.verify({ userId, otp }));
  });
});

describe('guessing', () => {
  test('of 200 concurrent wrong codes five are compared, and the right one is refused afterwards', async () => {
    const code = await codes.sentCode();
    const wrong = codes.checking({ ...code, otp: world.otherThan(code.otp) });
    const replies = await atOnce(200, (commands) => commands.check(wrong));
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(new Set([JSON.stringify(otpInvalid)]));
    expect(await world.rows('SELECT checks FROM otp_challenge WHERE id = $1', [code.claimId])).toEqual([{ checks: 5 }]);
    expect(await codes.check(code)).toEqual(otpInvalid);
  });

  test('of 200 concurrent right codes five are compared', async () => {
    const code = await codes.sentCode();
    const replies = await atOnce(200, (commands) => {
      const command = codes.checking(code);
      return commands.check(command);
    });
    expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
    expect(replies.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 195 }, () => otpInvalid));
  });

  test('wrong codes of a day end the sends to the phone, and take no check from a code that was sent', async () => {
    const phoneNumber = newPhone();
    const mine = await codes.sentCode('password_reset', phoneNumber);
    await world.rows(`DELETE FROM otp_use WHERE kind = 'send'`);
    for (let n = 0; n < 4; n += 1) {
      await codes.endWaits();
      const claimId = newClaim('password_reset');
      accepted(await codes.send({ phoneNumber, claimId, purpose: 'password_reset' }));
      for (let guess = 0; guess < 5; guess += 1)
        expect(await codes.check({ claimId, purpose: 'password_reset', otp: '0000000' })).toEqual(otpInvalid);
    }
    await codes.endWaits();
    expect(await codes.send({ phoneNumber, purpose: 'password_reset' })).toMatchObject({ code: 'otp_budget_spent' });
    expect(await codes.send({ phoneNumber, purpose: 'registration' })).toMatchObject({ ok: true });
    expect(await codes.check(mine)).toMatchObject({ ok: true });
  });
});

describe('requesting again', () => {
  test('for one claim sends nothing and gets the first answer, 60 times concurrently too', async () => {
    const phoneNumber = newPhone();
    const command = codes.sending({ phoneNumber });
    const replies = await atOnce(60, (commands) => commands.send(command, receivedOf(sendPhoneCode, command)));
    expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
    const taken = { phoneNumber: newPhone(), claimId: command.claimId };
    expect(await codes.send(taken)).toEqual({ ok: false, code: 'idempotency_key_reused' });
  });

  test('for one claim after its code has expired sends the next one', async () => {
    const code = await codes.sentCode();
    await world.rows('UPDATE otp_challenge SET expires_at = clock_timestamp() WHERE id = $1', [code.claimId]);
    accepted(await codes.send(code));
    const otp = await world.code(code.phoneNumber, 2);
    expect(await codes.check({ ...code, otp })).toMatchObject({ ok: true });
  });

  test('for another claim has to wait, longer each time', async () => {
    const phoneNumber = newPhone();
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      accepted(await codes.send({ phoneNumber }));
      const refused = await codes.send({ phoneNumber });
      expect(refused).toMatchObject({ ok: false, code: 'otp_cooldown' });
      if (!refused.ok) waits.push(Number(refused.fields?.['retryAfter']));
      await codes.endWaits();
    }
    expect(waits.map((wait) => Math.ceil(wait / 30) * 30)).toEqual([30, 60, 120, 300]);
  });

  test('gets five codes within the window, for any number of concurrent requests', async () => {
    const phoneNumber = newPhone();
    const purpose = 'password_reset';
    for (let n = 0; n < 4; n += 1) {
      accepted(await codes.send({ phoneNumber, purpose }));
      await codes.endWaits();
    }
    const replies = await atOnce(40, (commands) => {
      const command = codes.sending({ phoneNumber, purpose });
      return commands.send(command, receivedOf(sendPhoneCode, command));
    });
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    await codes.endWaits();
    expect(await codes.send({ phoneNumber, purpose })).toMatchObject({
      code: 'otp_budget_spent',
      fields: { retryAfter: expect.any(Number) },
    });
  });
});

describe('a phone that gets no code', () => {
  test.each(['notice', 'none'] as const)('is answered and counted alike (%s)', async (message) => {
    const story = async (kind: SendPhoneCodeCommand['message']) => {
      await world.rows('DELETE FROM otp_use');
      const phoneNumber = `${newPhone().slice(0, -2)}77`;
      const claimId = newClaim('registration');
      const first = accepted(await codes.send({ phoneNumber, claimId, message: kind }));
      const again = await codes.send({ phoneNumber, message: kind });
      const wrong = await codes.check({ claimId, otp: '0000000' });
      const life = Date.parse(first.expiresAt) - Date.parse(first.resendAvailableAt);
      const used = await uses();
      return {
        shown: [first.destination, first.codeLength, first.sendsRemaining, life],
        again: again.ok ? undefined : [again.code, Object.keys(again.fields ?? {})],
        ...{ wrong, used },
      };
    };
    expect(await story(message)).toEqual(await story('code'));
  });

  test('gets a notice that it has an account, and no code confirms the claim', async () => {
    const phoneNumber = newPhone();
    const claimId = newClaim('registration');
    accepted(await codes.send({ phoneNumber, claimId, message: 'notice', language: 'en' }));
    const text = await eventually(() => world.provider.to(phoneNumber)[0]?.text);
    expect(text).toMatch(/^This number has a Paygate account already\. For Boutique/);
    expect(text).not.toMatch(/[0-9]/);
  });

  test('is sent nothing for an unknown account', async () => {
    const [phoneNumber, last] = [newPhone(), newPhone()];
    accepted(await codes.send({ phoneNumber, message: 'none' }));
    accepted(await codes.send({ phoneNumber: last }));
    await world.code(last);
    await eventually(async () => (await world.rows('SELECT FROM otp_send')).length === 0);
    expect(world.provider.to(phoneNumber)).toEqual([]);
  });
});

test('neither number nor code is stored in the clear, the message that waits included', async () => {
  const phoneNumber = newPhone();
  world.provider.hold();
  const claimId = newClaim('registration');
  accepted(await codes.send({ phoneNumber, claimId }));
  const code = await world.code(phoneNumber);
  const stored: string[] = [];
  for (const table of ['otp_challenge', 'otp_use', 'otp_send']) {
    const rows = await world.rows<{ text: string }>(`SELECT t::text AS text FROM ${table} AS t`);
    expect(rows.length).toBeGreaterThan(0);
    stored.push(...rows.map(({ text }) => text));
  }
  world.provider.release();
  expect(stored.join('\n')).not.toContain(phoneNumber.slice(1));
  expect(stored.join('\n')).not.toMatch(new RegExp(`(?<![\\w.+/=-])${code}(?![\\w.+/=-])`));
});

test('is refused where no SMS can be sent', async () => {
  expect(await codes.send({ phoneNumber: newPhone(), mode: 'live' })).toEqual({
    ok: false,
    code: 'channel_unsupported',
  });
});

test('nobody but auth may send these commands', async () => {
  const gateway = await world.as('gateway');
  const reply = await gateway.ask(sendPhoneCode, codes.sending({ phoneNumber: newPhone() }), 1_000);
  expect(reply).toMatchObject({ ok: false });
});

test('codes and budgets are deleted after their time', async () => {
  await codes.sentCode();
  await world.rows(`UPDATE otp_challenge SET created_at = created_at - interval '31 days'`);
  await world.rows(`UPDATE otp_use SET at = at - interval '1 day'`);
  await world.otp.get(Retention).deleteOld();
  expect(await world.rows('SELECT FROM otp_challenge')).toEqual([]);
  expect(await uses()).toEqual([]);
});
