import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { readStack, stackClient } from '@paygate/testing';
import { atDashboard, newMember, newMerchant, newOwner } from '../accounts/dashboard.js';
import type { Proven } from '../accounts/proven.js';
import { withSecondFactor } from '../accounts/proven.js';
import { accepted } from '../payments/paying.js';
import { operator } from '../stack/operator.js';

/* Attempts to loosen what protects the money of a live account, without the second factor of its owner. */

const stack = readStack();
const api = stackClient(stack);
let merchantId: string;
let secretKey: string;
let [owner, other, admin]: readonly Proven[] = [];
let stranger: string;

/** A session with the account that it acts for, or a key. */
type Headers = Readonly<Record<string, string>>;
const by = ({ session }: Pick<Proven, 'session'>, mode = 'live'): Headers => ({
  ...{ authorization: `Bearer ${session}`, 'x-mode': mode, 'x-merchant-id': merchantId },
});
const change = (headers: Headers, cashierRefundsPerDay: number, code?: string): Promise<Answer> =>
  api.request({ method: 'PATCH', path: '/merchant', headers, body: { settings: { cashierRefundsPerDay }, code } });
const refundsPerDay = async (): Promise<unknown> =>
  accepted(200, await api.request({ method: 'GET', path: '/merchant', headers: { 'x-api-key': secretKey } }))[
    'settings'
  ];
const outcomeOf = ({ status, body }: Answer): unknown => [status, body['code']];
const codeOf = (proven: Proven | undefined): string => proven?.codes.pop() ?? '';

beforeAll(async () => {
  const [first, foreign] = [await newOwner(stack, api), await newMerchant(stack, api)];
  const current = await atDashboard(api, 'GET /dashboard/sessions/current', { session: first.session });
  merchantId = (current.body['acting'] as { readonly merchantId: string }).merchantId;
  const invited = [
    await newMember(stack, api, 'owner', first.session),
    await newMember(stack, api, 'admin', first.session),
  ];
  const proven: Proven[] = [];
  for (const member of [first, ...invited]) proven.push(await withSecondFactor(api, member));
  [owner, other, admin] = proven;
  stranger = foreign;
  await operator('merchant', merchantId, 'activate-live');
  const keys = { method: 'POST', path: '/api-keys', headers: by(first), body: { type: 'secret' } };
  secretKey = String(accepted(201, await api.request(keys))['key']);
});
afterAll(() => {
  api.close();
});

test('[1.63] fails for keys, for other people, for wrong codes and for codes of others, and changes nothing', async () => {
  if (owner === undefined || other === undefined || admin === undefined) throw new Error('nobody has a second factor');
  const before = await refundsPerDay();
  const mine = codeOf(owner);
  const tries: readonly (readonly [Headers, string | undefined, number, string])[] = [
    [by(owner), undefined, 401, 'second_factor_required'],
    [by(owner), '000000', 401, 'second_factor_invalid'],
    [by(owner), codeOf(other), 401, 'second_factor_invalid'],
    [by(other), mine, 401, 'second_factor_invalid'],
    [by(admin), undefined, 403, 'owner_required'],
    [by(admin), codeOf(admin), 403, 'owner_required'],
    [by(admin), mine, 403, 'owner_required'],
    [by({ session: stranger }), mine, 404, 'merchant_not_found'],
    [{ 'x-api-key': secretKey }, undefined, 403, 'owner_required'],
    [{ 'x-api-key': secretKey }, mine, 403, 'owner_required'],
    [by(owner, 'test'), mine, 403, 'mode_mismatch'],
  ];
  const outcomes: unknown[] = [];
  for (const [headers, code] of tries) outcomes.push(outcomeOf(await change(headers, 7, code)));
  expect(outcomes).toEqual(tries.map(([, , status, code]) => [status, code]));
  expect(await refundsPerDay()).toEqual(before);
});

test('[1.63] succeeds once with a code, also when it is sent many times at once', async () => {
  if (other === undefined) throw new Error('the other owner has no second factor');
  const [headers, code] = [by(other), codeOf(other)];
  const answers = await Promise.all([1, 2, 3, 4].map((more) => change(headers, 10 + more, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  expect(outcomeOf(await change(headers, 20, code))).toEqual([401, 'second_factor_invalid']);
});

test('[1.63] ends the session of whoever guesses codes', async () => {
  if (owner === undefined) throw new Error('the owner has no second factor');
  const headers = by(owner);
  const outcomes = [];
  for (let guess = 0; guess < 6; guess += 1) outcomes.push(outcomeOf(await change(headers, 30, `00000${guess}`)));
  expect(outcomes.at(-1)).toEqual([401, 'token_invalid']);
  expect(outcomeOf(await change(headers, 30, codeOf(owner)))).toEqual([401, 'token_invalid']);
});
