import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Answer, Stack, StackUser } from '@paygate/testing';
import { eventually, RailControl, readStack, stackClient } from '@paygate/testing';
import { atDashboard, newMember, newMerchant, newSession } from '../accounts/dashboard.js';
import { accepted, order, payersOf } from './paying.js';
import { Refunding } from './refunding.js';

const stack: Stack = readStack();
const api = stackClient(stack);
const refunding = new Refunding(stack, api);
const control = new RailControl(stack.rails.control);
afterAll(() => {
  api.close();
});

const payers = payersOf(stack);
let next = 0;
function anyPayer(): StackUser {
  const user = payers[next++ % payers.length];
  if (user === undefined) throw new Error('no user of the stack has money');
  return user;
}
const codeOf = ({ status, body }: Answer<unknown>) => [status, (body as { readonly code?: string }).code];

/** The merchant keeps what it was paid, so that its balance covers the fee of a full refund. */
beforeAll(async () => {
  await refunding.paid(anyPayer(), '5000');
});

describe('a payment from a wallet', () => {
  test('[10.1] is refunded in parts, and then all that is left, with an event for each', async () => {
    const id = await refunding.paid(anyPayer(), '1000');
    const first = accepted(202, await refunding.create(id, { amount: '300', reason: 'Sold out', metadata: { a: 1 } }));
    expect(first).toMatchObject({
      ...{ object: 'refund', paymentIntentId: id, amount: '300', currency: 'XAF', mode: 'test' },
      ...{ status: 'COMPLETED', reason: 'Sold out', metadata: { a: 1 }, transmission: null, failure: null },
    });
    const exceeding = await refunding.create(id, { amount: '701' });
    expect(exceeding.body).toMatchObject({ status: 409, code: 'refund_exceeds_charge', refundable: '700' });
    const second = accepted(202, await refunding.create(id, { amount: '300' }));
    const rest = accepted(202, await refunding.create(id));
    expect(rest).toMatchObject({ amount: '400', reason: null, metadata: {} });
    expect(codeOf(await refunding.create(id))).toEqual([409, 'refund_exceeds_charge']);

    const events = await refunding.eventsOnce(id, 3);
    expect(events.map(({ type }) => type)).toEqual(Array.from({ length: 3 }, () => 'refund.completed'));
    expect(events.map(({ data }) => data.refund.id)).toEqual([first.id, second.id, rest.id]);
    expect(events.map(({ data }) => data.refund.amount)).toEqual(['300', '300', '400']);
    expect(events.map(({ data }) => data.paymentIntent)).toMatchObject([
      { id, status: 'COMPLETED', amount: '1000', amountRefunded: '300' },
      { amountRefunded: '600' },
      { amountRefunded: '1000' },
    ]);
    expect((await api.readIntent(id)).body).toMatchObject({ status: 'COMPLETED', amountRefunded: '1000' });
    expect(events[0]?.data.refund).toEqual(first);

    const listed = accepted(200, await refunding.get(`/gateway/${id}/refunds`));
    expect(listed).toMatchObject({ data: [{ id: rest.id }, { id: second.id }, { id: first.id }], hasMore: false });
    const page = accepted(200, await refunding.get(`/gateway/${id}/refunds?limit=1&startingAfter=${rest.id}`));
    expect(page).toMatchObject({ data: [{ id: second.id }], hasMore: true, nextCursor: second.id });
    expect((await refunding.get(`/refunds/${first.id}`)).body).toEqual(first);
    const all = accepted(200, await refunding.get('/refunds?limit=100&status=COMPLETED'));
    expect(all['data']).toContainEqual(first);
    const timeline = accepted(200, await refunding.get(`/gateway/${id}/timeline`));
    const types = (timeline['data'] as readonly { readonly type: string }[]).map(({ type }) => type);
    expect(types.filter((type) => type === 'refund.completed')).toHaveLength(3);
  });

  test('[10.2] is refunded once for one key, whatever else is asked at the same time', async () => {
    const id = await refunding.paid(anyPayer(), '1000');
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refunding.create(id, { amount: '200' }, key)));
    const good = answers.filter(({ status }) => status === 202);
    expect(new Set(good.map(({ text }) => text)).size).toBe(1);
    expect(good.filter((answer) => answer.headers['idempotency-replayed'] === undefined).length).toBeLessThan(2);
    const again = await refunding.create(id, { amount: '200' }, key);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([good[0]?.text, 'true']);
    expect(codeOf(await refunding.create(id, { amount: '300' }, key))).toEqual([422, 'idempotency_key_reused']);
    const other = await refunding.paid(anyPayer(), '1000');
    expect(codeOf(await refunding.create(other, { amount: '200' }, key))).toEqual([422, 'idempotency_key_reused']);
    // an equal refund with another key is another refund
    accepted(202, await refunding.create(id, { amount: '200' }));
    await refunding.eventsOnce(id, 2);
    expect((await api.readIntent(id)).body).toMatchObject({ amountRefunded: '400' });
  });

  test('[10.1] is never refunded beyond its amount by parallel refunds', async () => {
    const id = await refunding.paid(anyPayer(), '1000');
    const answers = await Promise.all(Array.from({ length: 20 }, () => refunding.create(id, { amount: '300' })));
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 202))
      expect(answer.body).toMatchObject({ code: 'refund_exceeds_charge', refundable: expect.any(String) });
    await refunding.eventsOnce(id, 3);
    expect((await api.readIntent(id)).body).toMatchObject({ amountRefunded: '900' });
  });
});

describe('a refund is refused', () => {
  test('[10.2] without a key, and for a payment that is not complete', async () => {
    const id = await order(api);
    const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
    const bare = await api.request({ method: 'POST', path: `/gateway/${id}/refunds`, headers });
    expect(codeOf(bare)).toEqual([400, 'idempotency_key_missing']);
    const open = await refunding.create(id);
    expect(open.body).toMatchObject({ status: 409, code: 'intent_unexpected_state', currentStatus: 'PENDING' });
    expect(codeOf(await refunding.create(id, { amount: '0' }))).toEqual([400, 'amount_invalid']);
  });

  test('[10.5] for the payment of another merchant exactly as for one that does not exist', async () => {
    const id = await refunding.paid(anyPayer(), '1000');
    const refund = accepted(202, await refunding.create(id, { amount: '300' }));
    const missing = (sample: string) => `${sample.slice(0, -1)}${sample.endsWith('0') ? '1' : '0'}`;
    const foreign = { authorization: `Bearer ${await newMerchant(stack, api)}` };
    const shape = ({ status, text, body }: Answer<unknown>, ...ids: string[]) =>
      ids
        .reduce((rest, each) => rest.replaceAll(each, ''), `${status} ${text}`)
        .replaceAll(String((body as { readonly requestId?: string }).requestId), '');
    const asked = async (intentId: string, refundId: string) =>
      [
        await refunding.create(intentId, {}, 'k', foreign),
        await refunding.get(`/gateway/${intentId}/refunds`, foreign),
        await refunding.get(`/refunds/${refundId}`, foreign),
      ].map((answer) => shape(answer, intentId, refundId));
    const theirs = await asked(id, refund.id);
    expect(theirs).toEqual(await asked(missing(id), missing(refund.id)));
    expect(theirs.map((text) => text.slice(0, 3))).toEqual(['404', '404', '404']);
    expect((await refunding.get('/refunds', foreign)).body).toEqual({ data: [], hasMore: false, nextCursor: null });
  });
});

describe('members', () => {
  const owner = () => newSession(api, stack.merchant.owner.email, stack.merchant.owner.password);

  const sessionOf = async (role: string) => (await newMember(stack, api, role)).session;
  const setLimit = async (cashierRefundsPerDay: number) => {
    const body = { settings: { cashierRefundsPerDay } };
    accepted(200, await atDashboard(api, 'PATCH /merchant', { session: await owner(), body }));
  };

  test.each([
    ['admin', 202, 200],
    ['developer', 202, 200],
    ['viewer', 403, 200],
  ])('with the role %s refund (%d) and read refunds (%d) in test mode', async (role, refund, read) => {
    const id = await refunding.paid(anyPayer(), '1000');
    const headers = { authorization: `Bearer ${await sessionOf(role)}` };
    expect((await refunding.create(id, { amount: '100' }, randomUUID(), headers)).status).toBe(refund);
    expect((await refunding.get(`/gateway/${id}/refunds`, headers)).status).toBe(read);
    const live = { ...headers, 'x-mode': 'live' };
    expect((await refunding.create(id, {}, randomUUID(), live)).status).toBeGreaterThanOrEqual(403);
  });

  test('[10.4] with the role cashier refund as often in a day as the merchant allows, and do nothing else', async () => {
    const id = await refunding.paid(anyPayer(), '1000');
    const [first, second] = [await sessionOf('cashier'), await sessionOf('cashier')];
    const create = (session: string) =>
      refunding.create(id, { amount: '100' }, randomUUID(), { authorization: `Bearer ${session}` });
    await setLimit(0);
    expect((await create(first)).body).toMatchObject({ status: 409, code: 'refund_limit_reached', limit: 0 });
    await setLimit(2);
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(first)));
    expect(answers.map(codeOf).sort()).toEqual([
      [202, undefined],
      [202, undefined],
      [409, 'refund_limit_reached'],
      [409, 'refund_limit_reached'],
    ]);
    // each cashier has a limit of their own
    accepted(202, await create(second));
    await setLimit(0);

    const as = (route: string, body?: object) => atDashboard(api, route, { session: first, ...(body && { body }) });
    const reads = ['GET /gateway', `GET /gateway/${id}`, `GET /gateway/${id}/timeline`, 'GET /payment-links'];
    const denied = ['GET /api-keys', 'GET /webhook-endpoints', 'GET /events', 'GET /members', 'GET /audit-events'];
    const statuses = await Promise.all([
      ...reads.map((route) => as(route)),
      as('POST /payment-links', { currency: 'XAF', amount: '500' }),
      ...denied.map((route) => as(route)),
      as('PATCH /merchant', { settings: { cashierRefundsPerDay: 1000 } }),
      as(`POST /gateway/${id}/cancel`),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([
      ...[200, 200, 200, 200, 201],
      ...[403, 403, 403, 403, 403],
      ...[403, 403],
    ]);
  });
});

describe.each([
  ['MTN MoMo', '+23767766'],
  ['Orange Money', '+23769766'],
])('a payment by %s', (_operator, prefix) => {
  const numberEndingIn = (digits: string) => `${prefix}${digits.padStart(4, '0')}`;

  test.each([
    ['50', 'COMPLETED', 'refund.completed'],
    ['51', 'FAILED', 'refund.failed'],
    ['52', 'COMPLETED', 'refund.completed'],
  ])(
    '[10.3] from a number that ends in %s: its refund ends %s, and the merchant learns it once',
    async (digits, status, type) => {
      const id = await refunding.paidFrom(numberEndingIn(digits), anyPayer(), '1000');
      const pending = accepted(202, await refunding.create(id, { amount: '400' }));
      expect(pending).toMatchObject({ status: 'PENDING', amount: '400', failure: null });
      // a refund that waits counts: the payment never goes back twice
      expect((await refunding.create(id, { amount: '601' })).body).toMatchObject({
        ...{ code: 'refund_exceeds_charge', refundable: '600' },
      });
      // the operator needs 25 seconds once it has the refund
      if (digits === '50') await refunding.whenEnded(pending.id, () => control.advance(30));
      const ended = await refunding.ended(pending.id);
      const amountRefunded = status === 'COMPLETED' ? '400' : '0';
      expect(ended).toMatchObject({ status, amount: '400' });
      const events = await refunding.eventsOnce(id, 1);
      expect(events).toMatchObject([
        { type, data: { refund: { id: pending.id, status }, paymentIntent: { amountRefunded } } },
      ]);
      expect((await api.readIntent(id)).body).toMatchObject({ status: 'COMPLETED', amountRefunded });
      if (status !== 'FAILED') return;
      expect(ended.failure).not.toBeNull();
      // what failed is free again, for a new refund with a key of its own
      expect((await refunding.create(id, { amount: '1001' })).body).toMatchObject({ refundable: '1000' });
    },
  );

  test('goes back to the phone that paid, all of it', async () => {
    const id = await refunding.paidFrom(numberEndingIn('1'), anyPayer(), '1000');
    const { id: refundId } = accepted(202, await refunding.create(id));
    expect(await refunding.ended(refundId)).toMatchObject({ status: 'COMPLETED', amount: '1000' });
    await eventually(async () => (await api.readIntent(id)).body['amountRefunded'] === '1000');
  });
});
