import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { deliveryOf, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

/** Two numbers with the same last digits, which are shown. */
const digits = String(randomBytes(4).readUInt32BE() % 1e6).padStart(6, '0');
const phoneNumber = `+23765${digits}7`;
const nobodys = `+23769${digits}7`;
const password = `the first password of ${randomBytes(6).toString('hex')}`;
const newPassword = `the second password of ${randomBytes(6).toString('hex')}`;

/** The parts of an answer that must not depend on the number. */
const shapeOf = ({ status, headers, text }: Answer<unknown>) => ({
  status,
  headers: Object.keys(headers).sort(),
  text: text.replace(/pwr_\w{26}|[0-9-]{10}T[0-9:.]{12}Z/g, ''),
});

test('[1.26][1.28] a user registers, signs in, pays from an empty wallet, and signs in again with a new password', async () => {
  const begun = await api.register(phoneNumber, password);
  expect(begun.status).toBe(202);
  const code = await newCode(stack, phoneNumber, []);
  const { registrationId } = begun.body;
  const user = await api.confirmRegistration(registrationId, code);
  expect([user.status, user.body]).toEqual([201, { id: user.body.id, phoneNumber, roles: ['USER'] }]);
  expect((await api.confirmRegistration(registrationId, code)).body).toMatchObject({ code: 'otp_invalid' });

  const first = await api.signIn(phoneNumber, password);
  expect([first.status, first.body.id]).toEqual([200, user.body.id]);

  // the wallet is there, and is empty
  const intent = await api.createIntent({ amount: '1500', currency: 'XAF', userId: user.body.id });
  const intentionId = intent.body.id;
  let seen = await inboxMessages(stack, phoneNumber);
  expect((await api.initOtp(user.body.id, { intentionId })).status).toBe(202);
  const paying = await newCode(stack, phoneNumber, seen);
  const verified = await api.verifyOtp(user.body.id, paying, { intentionId });
  expect((await api.charge(intentionId, verified.body.token)).status).toBe(202);
  const failed = await deliveryOf(stack, intentionId, 'payment.failed');
  expect(failed.rawBody).toContain('"code":"insufficient_funds"');

  seen = await inboxMessages(stack, phoneNumber);
  const forgotten = await api.forgotPassword(phoneNumber);
  expect(shapeOf(await api.forgotPassword(nobodys))).toEqual(shapeOf(forgotten));
  const { resetId } = forgotten.body;
  const resetting = await newCode(stack, phoneNumber, seen);
  const changed = await api.resetPassword(resetId, resetting, newPassword);
  expect([changed.status, changed.text]).toEqual([204, '']);
  expect((await api.signOut(first.body.token)).body).toMatchObject({ status: 401, code: 'token_invalid' });
  expect((await api.signIn(phoneNumber, password)).body).toMatchObject({ code: 'credentials_invalid' });
  const second = await api.signIn(phoneNumber, newPassword);
  expect(second.status).toBe(200);
  expect((await api.signOut(second.body.token)).status).toBe(204);
});
