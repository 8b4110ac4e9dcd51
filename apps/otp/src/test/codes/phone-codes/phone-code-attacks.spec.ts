import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Mode } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { Wish } from './phone-codes-under-test.js';
import { newClaim, newPhone, otpInvalid, PhoneCodesUnderTest } from './phone-codes-under-test.js';
import type { World } from '../../world.js';
import { accepted } from '../../world.js';

/*
 * Anybody can request codes for any number and try them. At one address that leaves the owner of the number, who comes from
 * another one, codes to get and to try.
 */

let codes: PhoneCodesUnderTest;
let world: World;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start('live');
  world = codes.world;
});
afterAll(() => codes.stop());

const purpose = 'password_reset';
const at = (address: string) => ({ purpose, caller: world.caller({ address }) }) as const;
const attacker = () => at('203.0.113.7');
const owner = () => at('198.51.100.9');
const spent = { ok: false, code: 'otp_budget_spent' };

test('an attacker at one address spends the wrong codes of a day, and the owner at another one gets a code and five checks', async () => {
  const phoneNumber = newPhone();
  for (let n = 0; n < 4; n += 1) {
    const claimId = newClaim(purpose);
    accepted(await codes.sendLater({ phoneNumber, claimId, ...attacker() }));
    for (let guess = 0; guess < 5; guess += 1)
      expect(await codes.check({ claimId, otp: '0000000', ...attacker() })).toEqual(otpInvalid);
  }
  expect(await codes.sendLater({ phoneNumber, ...attacker() })).toMatchObject(spent);
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
  await world.rows(`DELETE FROM otp_use WHERE kind = 'send'`);
  // the right code has given the owner's address a budget of its own
  accepted(await codes.sendLater({ phoneNumber, ...owner() }));
  expect(await codes.sendLater({ phoneNumber, ...at('198.51.100.77') })).toMatchObject({ ok: true });
});

test('an attacker at one address spends the codes of a window, and the owner at another one gets two', async () => {
  const phoneNumber = newPhone();
  const sendNow = (wish: Omit<Wish, 'phoneNumber'>) => codes.sendLater({ phoneNumber, ...wish });
  for (let n = 0; n < 5; n += 1) accepted(await sendNow(attacker()));
  expect(await sendNow(attacker())).toMatchObject(spent);
  expect(accepted(await sendNow(owner())).sendsRemaining).toBe(1);
  accepted(await sendNow(owner()));
  expect(await sendNow(owner())).toMatchObject(spent);
  const stored = await world.rows<{ uses: string }>('SELECT u::text AS uses FROM otp_use u');
  expect(stored.map(({ uses }) => uses).join()).not.toMatch(/203\.0\.113|198\.51\.100/);
});

test('the waits and budgets of a phone hold over all merchants in live mode, and at each merchant in test mode', async () => {
  const phoneNumber = newPhone();
  const at = (mode: Mode) => codes.send({ phoneNumber, mode, merchantId: newId('merchant') });
  accepted(await at('live'));
  expect(await at('live')).toMatchObject({ code: 'otp_cooldown' });
  for (let n = 0; n < 6; n += 1) accepted(await at('test'));
});

test('at an address at which a code of the phone was right, nobody else spends the codes of the window', async () => {
  const phoneNumber = newPhone();
  const claimId = newClaim(purpose);
  accepted(await codes.sendLater({ phoneNumber, claimId, ...owner() }));
  expect(await codes.check({ claimId, otp: await world.code(phoneNumber), ...owner() })).toMatchObject({ ok: true });
  for (let n = 0; n < 9; n += 1) await codes.sendLater({ phoneNumber, ...at(`203.0.113.${n + 1}`) });
  expect(await codes.sendLater({ phoneNumber, ...at('203.0.113.99') })).toMatchObject(spent);
  for (let n = 0; n < 4; n += 1) accepted(await codes.sendLater({ phoneNumber, ...owner() }));
  expect(await codes.sendLater({ phoneNumber, ...owner() })).toMatchObject(spent);
});
