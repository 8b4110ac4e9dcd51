import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Wish } from './phone-code-requests.js';
import { newClaim, newPhone, otpInvalid, PhoneCodesUnderTest } from './phone-code-requests.js';
import type { World } from './world.js';
import { accepted } from './world.js';

/*
 * Anybody can ask for codes to any number and try them. At one address that leaves the owner of the number, who asks from
 * another one, codes to get and to try.
 */

let codes: PhoneCodesUnderTest;
let world: World;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start();
  world = codes.world;
}, 60_000);
afterAll(() => codes.stop());

const purpose = 'password_reset';
const at = (address: string) => ({ purpose, caller: world.caller({ address }) }) as const;
const stranger = () => at('203.0.113.7');
const owner = () => at('198.51.100.9');
const spent = { ok: false, code: 'otp_budget_spent' };

test('a stranger at one address spends the wrong codes of a day, and the owner at another one gets a code and five checks', async () => {
  const phoneNumber = newPhone();
  for (let n = 0; n < 4; n += 1) {
    const claimId = newClaim(purpose);
    accepted(await codes.sendLater({ phoneNumber, claimId, ...stranger() }));
    for (let guess = 0; guess < 5; guess += 1)
      expect(await codes.check({ claimId, otp: '0000000', ...stranger() })).toEqual(otpInvalid);
  }
  expect(await codes.sendLater({ phoneNumber, ...stranger() })).toMatchObject(spent);
  expect(await codes.sendLater({ phoneNumber, purpose })).toMatchObject(spent);

  const claimId = newClaim(purpose);
  accepted(await codes.sendLater({ phoneNumber, claimId, ...owner() }));
  const otp = await world.code(phoneNumber, 5);
  for (let n = 0; n < 4; n += 1)
    expect(await codes.check({ claimId, otp: world.otherThan(otp), ...owner() })).toEqual(otpInvalid);
  expect(await codes.check({ claimId, otp, ...owner() })).toMatchObject({ ok: true });
  const next = newClaim(purpose);
  accepted(await codes.sendLater({ phoneNumber, claimId: next, ...owner() }));
  expect(await codes.check({ claimId: next, otp: '0000000', ...owner() })).toEqual(otpInvalid);
  await world.rows(`UPDATE phone_code_budget SET sent = '{}'`);
  expect(await codes.sendLater({ phoneNumber, ...owner() })).toMatchObject(spent);
});

test('a stranger at one address spends the codes of a window, and the owner at another one gets two', async () => {
  const phoneNumber = newPhone();
  const sendNow = (wish: Omit<Wish, 'phoneNumber'>) => codes.sendLater({ phoneNumber, ...wish });
  for (let n = 0; n < 5; n += 1) accepted(await sendNow(stranger()));
  expect(await sendNow(stranger())).toMatchObject(spent);
  expect(accepted(await sendNow(owner())).sendsRemaining).toBe(1);
  accepted(await sendNow(owner()));
  expect(await sendNow(owner())).toMatchObject(spent);
  const stored = await world.rows<{ uses: string }>('SELECT sent::text AS uses FROM phone_code_budget');
  expect(stored.map(({ uses }) => uses).join()).not.toMatch(/203\.0\.113|198\.51\.100/);
});
