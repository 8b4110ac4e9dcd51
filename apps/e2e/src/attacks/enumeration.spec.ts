import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import { readStack, stackClient } from '@paygate/testing';

/* No byte of an answer reveals whether a user exists; `npm run bench -- enumeration` measures its time. */

const stack = readStack();
const api = stackClient(stack);
const { id: userId = '', phoneNumber = '' } = stack.users[2] ?? {};
/** Well-formed ids that belong to no user. */
const unknownUser = `${userId.slice(0, -1)}${userId.endsWith('0') ? '1' : '0'}`;
const unknownChallenge = userId.replace('usr_', 'otp_');
const headers = { 'x-api-key': stack.merchant.publishableKey };
afterAll(() => {
  api.close();
});

const numberOfNobody = (): string => `+23769${String(randomBytes(4).readUInt32BE() % 1e7).padStart(7, '0')}`;

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const ID = /\b(usr|otp|req|reg|pwr)_[0-9a-z]{26}\b/g;

/** An answer in full, with ids, times and the visible parts of masked destinations replaced. */
async function seen(path: string, body: Readonly<Record<string, unknown>>) {
  const answer = await api.request({ method: 'POST', path, headers, body });
  const { date, ...more } = answer.headers;
  expect(date).toBeDefined();
  const alike = (text: string): string =>
    text
      .replace(MOMENT, 'moment')
      .replace(ID, '$1_id')
      .replace(/(\*{8})\d\d|\b[a-z](\*{3}@)/, '$1$2');
  return { status: answer.status, headers: alike(JSON.stringify(more)), body: alike(answer.text) };
}

test.each(['sms', 'email'])('requesting a code by %s and guessing it reveals nothing', async (channel) => {
  const story = async (subject: string) => [
    await seen('/auth/otp/init', { userId: subject, channel }),
    await seen('/auth/otp/init', { userId: subject, channel }),
    await seen('/auth/otp/verify', { userId: subject, otp: '0000000' }),
    await seen('/auth/otp/verify', { userId: subject, otp: '0000000', otpId: unknownChallenge }),
  ];
  const ofNobody = await story(unknownUser);
  expect(await story(userId)).toEqual(ofNobody);
  expect(ofNobody.map(({ status }) => status)).toEqual([202, 202, 401, 401]);
});

test('signing in with a wrong password reveals nothing', async () => {
  const story = (number: string) => seen('/auth/web', { phoneNumber: number, password: 'not this one' });
  const ofNobody = await story('+237699123456');
  expect(await story(phoneNumber)).toEqual(ofNobody);
  expect(ofNobody.status).toBe(401);
});

test('[1.27] registering reveals nothing', async () => {
  const password = 'correct horse battery staple';
  const story = async (number: string) => {
    const { registrationId } = (await api.register(number, password)).body;
    return [
      await seen('/auth/users', { phoneNumber: number, password }),
      await seen('/auth/users', { phoneNumber: number, password: 'password' }),
      await seen('/auth/users/verify', { registrationId, otp: '0000000' }),
    ];
  };
  const ofNobody = await story(numberOfNobody());
  expect(await story(phoneNumber)).toEqual(ofNobody);
  expect(ofNobody.map(({ status }) => status)).toEqual([202, 400, 401]);
});

test('[1.27] forgetting a password reveals nothing', async () => {
  const password = 'a better horse and battery';
  const story = async (number: string) => {
    const { resetId } = (await api.forgotPassword(number)).body;
    return [
      await seen('/auth/password/forgot', { phoneNumber: number }),
      await seen('/auth/password/reset', { resetId, otp: '0000000', password: number.slice(1) }),
      await seen('/auth/password/reset', { resetId, otp: '0000000', password }),
    ];
  };
  const ofNobody = await story(numberOfNobody());
  expect(await story(phoneNumber)).toEqual(ofNobody);
  expect(ofNobody.map(({ status }) => status)).toEqual([202, 400, 401]);
});
