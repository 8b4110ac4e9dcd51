import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { checkPhoneCode } from '@paygate/contracts';
import { uuidV7 } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { otpInvalid, PhoneCodesUnderTest } from './phone-code-requests.js';

/* Checks of codes that Kafka brings twice. */

let codes: PhoneCodesUnderTest;
beforeAll(async () => {
  codes = await PhoneCodesUnderTest.start();
}, 60_000);
afterAll(() => codes.stop());

test('a check that is delivered again, or that auth has to ask for again, is counted once and answered alike', async () => {
  const code = await codes.sentCode();
  const counted = () => codes.world.database.rowsOf('phone_code', 'phone_code_budget', 'otp_source_use');
  for (const otp of [codes.world.otherThan(code.otp), code.otp]) {
    const message = receivedOf(checkPhoneCode, codes.checking({ ...code, otp }), 'auth');
    const causationId = uuidV7();
    const deliver = (id = message.id) => codes.commands.check(message.payload, { ...message, id, causationId });
    const first = await deliver();
    expect(first.ok).toBe(otp === code.otp);
    const before = await counted();
    for (const id of [message.id, uuidV7()]) expect(await deliver(id)).toEqual(first);
    expect(await counted()).toEqual(before);
  }
});

test('a check that was the last of a code is answered alike when it is delivered again', async () => {
  const code = await codes.sentCode();
  for (let n = 0; n < 4; n += 1) await codes.check({ ...code, otp: codes.world.otherThan(code.otp) });
  const message = receivedOf(checkPhoneCode, codes.checking(code), 'auth');
  const deliver = () => codes.commands.check(message.payload, message);
  for (const reply of [await deliver(), await deliver()]) expect(reply).toMatchObject({ ok: true });
  expect(await codes.check(code)).toEqual(otpInvalid);
});
