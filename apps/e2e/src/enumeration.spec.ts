import { afterAll, expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { readStack, stackClient } from '@paygate/testing';

/* Whether somebody is a user is told by no byte of an answer; `npm run bench -- enumeration` looks at its time. */

const stack = readStack();
const api = stackClient(stack);
const known = stack.users[2];
const headers = { 'x-api-key': stack.merchant.publishableKey };
afterAll(() => {
  api.close();
});

const MOMENT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const ID = /\b(usr|otp|req)_[0-9a-z]{26}\b/g;

/** Everything of an answer, with ids, times, and the digits and letters that a masked destination shows, made alike. */
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

test.each(['sms', 'email'])('asking for a code by %s and guessing at it tells nothing', async (channel) => {
  const story = async (userId: string) => [
    await seen('/auth/otp/init', { userId, channel }),
    await seen('/auth/otp/init', { userId, channel }),
    await seen('/auth/otp/verify', { userId, otp: '0000000' }),
    await seen('/auth/otp/verify', { userId, otp: '0000000', otpId: newId('otpChallenge') }),
  ];
  const ofNobody = await story(newId('user'));
  expect(await story(known?.id ?? '')).toEqual(ofNobody);
  expect(ofNobody.map(({ status }) => status)).toEqual([202, 202, 401, 401]);
});

test('signing in with a wrong password tells nothing', async () => {
  const story = (phoneNumber: string) => seen('/auth/web', { phoneNumber, password: 'not this one' });
  const ofNobody = await story('+237699123456');
  expect(await story(known?.phoneNumber ?? '')).toEqual(ofNobody);
  expect(ofNobody.status).toBe(401);
});
