import { afterAll, expect, test } from '@jest/globals';
import { inboxMessages, newCode, readStack, StackDatabases, stackClient } from '@paygate/testing';
import type { StackUser } from '@paygate/testing';

/* Guesses that arrive together, at two processes of each service, with all limits of addresses and keys out of the way. */

const stack = readStack();
const api = stackClient(stack);
const databases = new StackDatabases(stack);
afterAll(async () => {
  api.close();
  await databases.close();
});

const user = (index: number): StackUser => {
  const found = stack.users.at(index);
  if (found === undefined) throw new Error('the stack has too few users');
  return found;
};

/** A code for an intent, sent and not tried yet. */
async function sentCode({ id: userId, phoneNumber }: StackUser) {
  const intentionId = await newIntent();
  const seen = await inboxMessages(stack, phoneNumber);
  const { status, body } = await api.initOtp(userId, { intentionId });
  expect(status).toBe(202);
  return { userId, intentionId, otpId: String(body['otpId']), otp: await newCode(stack, phoneNumber, seen) };
}

const newIntent = async (): Promise<string> => {
  const { status, body } = await api.createIntent({ amount: '1500', currency: 'XAF' });
  expect(status).toBe(201);
  return body.id;
};

const compared = (otpId: string) => databases.query('otp', 'SELECT checks FROM otp_challenge WHERE id = $1', [otpId]);

test('of 200 parallel wrong guesses five are compared, and then the right code is refused', async () => {
  const { userId, intentionId, otpId, otp: right } = await sentCode(user(-1));
  const wrong = String((Number(right) + 1) % 1e6).padStart(6, '0');
  const ways = [{ otpId }, { intentionId }, { otpId, intentionId }];
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => api.verifyOtp(userId, wrong, ways[n % ways.length])),
  );
  expect(new Set(answers.map(({ status, body }) => [status, Reflect.get(body, 'code')].join(' ')))).toEqual(
    new Set(['401 otp_invalid']),
  );
  expect(await compared(otpId)).toEqual([{ checks: 5 }]);
  expect((await api.verifyOtp(userId, right, { otpId })).status).toBe(401);
  expect(await compared(otpId)).toEqual([{ checks: 5 }]);
});

test('of 100 parallel right guesses one gets a token, which charges its own intent and no other', async () => {
  const { userId, intentionId, otpId, otp: right } = await sentCode(user(-2));
  const answers = await Promise.all(Array.from({ length: 100 }, () => api.verifyOtp(userId, right, { otpId })));
  const granted = answers.filter(({ status }) => status === 200);
  expect(granted).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 401]));
  const token = granted[0]?.body.token ?? '';
  const other = await api.charge(await newIntent(), token);
  expect([other.status, Reflect.get(other.body, 'code')]).toEqual([401, 'token_invalid']);
  expect((await api.charge(intentionId, token)).status).toBe(202);
});
