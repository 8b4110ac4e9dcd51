import { randomInt } from 'node:crypto';
import type { Answer, PaygateHttp, Stack, StackUser } from '@paygate/testing';
import { inboxMessages, newCode } from '@paygate/testing';

/** The body of an answer with this status; throws for another one. */
export function accepted<Body>(status: number, answer: Answer<Body>): Body {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}

/** Users with money in their wallets. */
export function payersOf({ users }: Stack): readonly StackUser[] {
  return users.filter(({ walletBalance }) => walletBalance !== '0');
}

/** An intent of the demo merchant. */
export async function order(api: PaygateHttp, amount = '300'): Promise<string> {
  return accepted(201, await api.createIntent({ amount, currency: 'XAF' })).id;
}

/** The token with which a user pays one intent. One at a time for each user: the code is the newest in their inbox. */
export async function authorise(stack: Stack, api: PaygateHttp, user: StackUser, id?: string): Promise<string> {
  const seen = await inboxMessages(stack, user.phoneNumber);
  const bound = id === undefined ? {} : { intentionId: id };
  accepted(202, await api.initOtp(user.id, bound));
  const code = await newCode(stack, user.phoneNumber, seen);
  return accepted(200, await api.verifyOtp(user.id, code, bound)).token;
}

/** A payment up to its accepted charge; returns the intent's id. */
export async function pay(stack: Stack, api: PaygateHttp, user: StackUser): Promise<string> {
  const id = await order(api);
  accepted(202, await api.charge(id, await authorise(stack, api, user, id)));
  return id;
}

/** A wrong code that differs in one digit. */
export function otherThan(code: string): string {
  return code === '000000' ? '000001' : code.replace(/.$/, (last) => String((Number(last) + 1) % 10));
}

/** The simulated payer approves payments to numbers that end in 01. No other test names one of these. */
export const anApprovingPhone = (): string => `+2376778${String(randomInt(1_000)).padStart(3, '0')}01`;
