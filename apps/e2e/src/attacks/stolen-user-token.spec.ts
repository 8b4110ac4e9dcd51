import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { eventually, inboxMessages, newCode, readStack, stackClient } from '@paygate/testing';
import { accepted, authorise, order, payersOf } from '../payments/paying.js';

/* Whoever steals a user token reads the wallet while the token is good, and takes nothing out of it: the code goes to the user's phone. */

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const [, victim, thief] = payersOf(stack);
if (victim === undefined || thief === undefined) throw new Error('the stack has too few users with money');
const AMOUNT = '300';

type Body = Readonly<Record<string, unknown>> & { readonly id?: string };
const as = (token: string) => ({
  post: (path: string, body: object): Promise<Answer<Body>> =>
    api.request<Body>({
      ...{ method: 'POST', path: `/wallet/${path}`, body },
      headers: { ...headersOf(token), 'idempotency-key': randomUUID() },
    }),
  get: (path = ''): Promise<Answer<Body>> =>
    api.request<Body>({ method: 'GET', path: `/wallet${path}`, headers: headersOf(token) }),
});
const headersOf = (token: string) => ({
  'x-api-key': stack.merchant.publishableKey,
  authorization: `Bearer ${token}`,
});

test('[13.11] a stolen user token without the phone withdraws nothing, whatever other codes and tokens the thief has', async () => {
  const stolen = accepted(200, await api.signIn(victim.phoneNumber, victim.password)).token;
  const own = accepted(200, await api.signIn(thief.phoneNumber, thief.password)).token;
  const held = async () => BigInt(String(accepted(200, await as(stolen).get())['balance']));
  const before = await held();

  const seen = await inboxMessages(stack, victim.phoneNumber);
  const { id = '' } = accepted(201, await as(stolen).post('withdrawals', { amount: AMOUNT }));
  const right = await newCode(stack, victim.phoneNumber, seen);
  const confirm = (token: string, otp: string) => as(token).post(`withdrawals/${id}/confirm`, { otp });

  // a code that confirms a withdrawal of the thief's own
  const unread = await inboxMessages(stack, thief.phoneNumber);
  accepted(201, await as(own).post('withdrawals', { amount: AMOUNT }));
  const ofThief = await newCode(stack, thief.phoneNumber, unread);
  expect((await confirm(stolen, ofThief)).body).toMatchObject({ status: 401, code: 'otp_invalid' });
  // the right code beside the token of another user, and the token of a one-time password in the place of a user token
  expect((await confirm(own, right)).body).toMatchObject({ status: 404, code: 'withdrawal_not_found' });
  const paying = await authorise(stack, api, thief, await order(api));
  expect((await confirm(paying, right)).body).toMatchObject({ status: 401, code: 'token_invalid' });
  expect((await as(own).get(`/withdrawals/${id}`)).body).toMatchObject({ status: 404, code: 'withdrawal_not_found' });
  expect((await as(stolen).get(`/withdrawals/${id}`)).body).toMatchObject({ status: 'AWAITING_CODE' });
  expect(await held()).toBe(before);

  // the phone confirms, to the number of the user alone
  accepted(202, await confirm(stolen, right));
  await eventually(async () => {
    const { body } = await as(stolen).get(`/withdrawals/${id}`);
    return body['status'] === 'COMPLETED' && body['phoneMasked'] === `********${victim.phoneNumber.slice(-2)}`;
  });
  expect(await held()).toBe(before - BigInt(AMOUNT));
  // what was signed out reads nothing more
  accepted(204, await api.signOut(stolen));
  expect((await as(stolen).get()).body).toMatchObject({ status: 401, code: 'token_invalid' });
});
