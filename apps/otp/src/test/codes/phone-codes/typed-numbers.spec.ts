import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { accepted } from '../../world.js';
import { newClaim, newPhone, PhoneCodesUnderTest } from './phone-codes-under-test.js';

/*
 * A code costs an SMS, to a satellite or premium number a dear one, and anybody can ask for it: numbers off the list of prefixes get
 * none.
 */

let codes: PhoneCodesUnderTest;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start('live');
});
afterAll(() => codes.stop());

/** Satellite, premium, unassigned, another country, a fixed line of Cameroon. */
const offTheList = ['+8816123456789', '+882990000001', '+9790000001', '+33612345678', '+237222000001'];

test.each(offTheList)('[4.17] a registration of %s is refused, and sends and stores nothing', async (phoneNumber) => {
  for (const message of ['code', 'notice'] as const)
    expect(await codes.send({ phoneNumber, message })).toMatchObject({
      ...{ ok: false, code: 'phone_invalid', param: 'phoneNumber' },
    });
  expect(codes.world.provider.to(phoneNumber)).toEqual([]);
  expect(await codes.world.rows('SELECT FROM otp_challenge')).toEqual([]);
});

test('[4.17] a reset for a number off the list is answered and counted like one for an unknown number, and sends nothing', async () => {
  const purpose = 'password_reset';
  const story = async (phoneNumber: string, message: 'code' | 'none') => {
    const claimId = newClaim(purpose);
    const { destination, codeLength, sendsRemaining } = accepted(
      await codes.send({ phoneNumber, purpose, claimId, message }),
    );
    const again = await codes.send({ phoneNumber, purpose, message });
    const wrong = await codes.check({ claimId, purpose, otp: '123456' });
    return { destination, codeLength, sendsRemaining, again: again.ok ? undefined : again.code, wrong };
  };
  const [listed, off] = [`${newPhone().slice(0, -2)}77`, '+881612345677'];
  expect(await story(off, 'code')).toEqual(await story(listed, 'none'));
  const last = newPhone();
  accepted(await codes.send({ phoneNumber: last }));
  await codes.world.code(last);
  await eventually(async () => (await codes.world.rows('SELECT FROM otp_send')).length === 0);
  expect(codes.world.provider.messages.map(({ to }) => to)).toEqual([last]);
});
