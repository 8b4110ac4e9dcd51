import { randomUUID } from 'node:crypto';
import type { Answer, PaygateHttp, ReceivedDelivery, Stack, StackUser } from '@paygate/testing';
import { deliveriesOf, deliveryOf, eventually, inboxMessages, newCode } from '@paygate/testing';
import { accepted, authorise, otherThan, payersOf } from './paying.js';

/** A refund as the API answers it, as far as suites look at it. */
export interface Refund {
  readonly id: string;
  readonly paymentIntentId: string;
  readonly status: string;
  readonly amount: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly failure: { readonly code: string } | null;
}

/** The event of a refund as it was delivered. */
export interface RefundEvent {
  readonly id: string;
  readonly type: string;
  readonly sequence: number;
  readonly data: {
    readonly refund: Refund;
    readonly paymentIntent: Readonly<Record<'id' | 'status' | 'amount' | 'amountRefunded', string>>;
  };
}

/** Refunds of the demo merchant, by its secret key. */
export class Refunding {
  private readonly server: Readonly<Record<string, string>>;

  constructor(
    private readonly stack: Stack,
    private readonly api: PaygateHttp,
  ) {
    this.server = { authorization: `Bearer ${stack.merchant.secretKey}` };
  }

  /** A payment from a wallet that is complete, and its event delivered. */
  async paid(user: StackUser, amount: string): Promise<string> {
    const { id } = accepted(201, await this.api.createIntent({ amount, currency: 'XAF', metadata: { n: 1 } }));
    accepted(202, await this.api.charge(id, await authorise(this.stack, this.api, user, id)));
    await deliveryOf(this.stack, id, 'payment.completed');
    return id;
  }

  /** The same by mobile money. */
  async paidFrom(phoneNumber: string, user: StackUser, amount: string): Promise<string> {
    const { id } = accepted(201, await this.api.createIntent({ amount, currency: 'XAF' }));
    const token = await authorise(this.stack, this.api, user, id);
    accepted(202, await this.api.chargeByMobileMoney(id, token, { phoneNumber }));
    await deliveryOf(this.stack, id, 'payment.completed');
    return id;
  }

  create(id: string, body: object = {}, key: string = randomUUID(), headers = this.server): Promise<Answer<Refund>> {
    const given = { ...headers, 'idempotency-key': key };
    return this.api.request<Refund>({ method: 'POST', path: `/gateway/${id}/refunds`, headers: given, body });
  }

  get(path: string, headers = this.server): Promise<Answer> {
    return this.api.request({ method: 'GET', path, headers });
  }

  /** Waits until a refund has ended, and lets time pass in between. */
  async whenEnded(refundId: string, pass: () => Promise<unknown>): Promise<void> {
    await eventually(
      async () => {
        if ((await this.get(`/refunds/${refundId}`)).body['status'] !== 'PENDING') return true;
        await pass();
        return false;
      },
      { intervalMs: 2_000 },
    );
  }

  /** The refund once it has ended. */
  ended(refundId: string): Promise<Refund> {
    return eventually(async () => {
      const refund = accepted(200, await this.get(`/refunds/${refundId}`)) as unknown as Refund;
      return refund.status !== 'PENDING' && refund;
    });
  }

  /** The distinct events of the refunds of a payment that were delivered with a good signature, in their order. */
  async events(intentId: string): Promise<readonly RefundEvent[]> {
    const verified = (await deliveriesOf(this.stack, intentId)).filter((delivery) => delivery.verified);
    const events = verified.map(eventOf).filter(({ type }) => type.startsWith('refund.'));
    const distinct = [...new Map(events.map((event) => [event.id, event])).values()];
    return distinct.sort((one, other) => one.sequence - other.sequence);
  }

  /** Those events once there are so many. */
  eventsOnce(intentId: string, count: number): Promise<readonly RefundEvent[]> {
    return eventually(async () => {
      const events = await this.events(intentId);
      return events.length >= count && events;
    });
  }
}

/** Creates, repeats and reads refunds, and has some refused, of a payment of its own. Reads the balance that they leave, the operators, and the wallet of the payer, which is filled and emptied. */
export async function refundPayments({
  stack,
  api,
}: {
  readonly stack: Stack;
  readonly api: PaygateHttp;
}): Promise<void> {
  const [user] = payersOf(stack);
  if (user === undefined) throw new Error('no user of the stack has money');
  const refunding = new Refunding(stack, api);
  const id = await refunding.paid(user, '1000');
  const key = randomUUID();
  const { id: refundId } = accepted(202, await refunding.create(id, { amount: '300' }, key));
  accepted(202, await refunding.create(id, { amount: '300' }, key));
  accepted(422, await refunding.create(id, { amount: '301' }, key));
  accepted(409, await refunding.create(id, { amount: '701' }));
  await refunding.eventsOnce(id, 1);
  accepted(200, await refunding.get(`/refunds/${refundId}`));
  accepted(200, await refunding.get(`/gateway/${id}/refunds`));
  accepted(200, await refunding.get(`/gateway/${id}/reversals`));
  for (const path of ['/balance', '/balance/transactions', '/balance/summary', '/fees?amount=1043&method=wallet'])
    accepted(200, await summed(refunding, path));
  accepted(400, await refunding.get(`/balance/transactions?startingAfter=ch_${'0'.repeat(26)}`));
  expectWhole(await summed(refunding, '/balance/statement'));
  const { token } = accepted(200, await api.signIn(user.phoneNumber, user.password));
  accepted(200, await refunding.get('/operators'));
  const ofUser = { 'x-api-key': stack.merchant.publishableKey, authorization: `Bearer ${token}` };
  for (const path of ['/wallet', '/wallet/transactions']) accepted(200, await refunding.get(path, ofUser));
  await moveThroughWallet({ api, stack }, ofUser, user);
}

/** Fills and empties the wallet of a user, with repetitions and refusals. */
async function moveThroughWallet(
  { api, stack }: { readonly stack: Stack; readonly api: PaygateHttp },
  ofUser: Readonly<Record<string, string>>,
  { phoneNumber }: StackUser,
): Promise<void> {
  const headers = { ...ofUser, 'idempotency-key': randomUUID() };
  const post = (path: string, body: object) =>
    api.request<{ id: string }>({ method: 'POST', path: `/wallet/${path}`, headers, body });
  const ended = (path: string) =>
    eventually(async () => {
      const answer = await api.request<{ status: string }>({ method: 'GET', path: `/wallet/${path}`, headers: ofUser });
      return accepted(200, answer).status !== 'PENDING';
    });
  const { id: topUpId } = accepted(202, await post('top-ups', { amount: '500' }));
  accepted(202, await post('top-ups', { amount: '500' }));
  accepted(422, await post('top-ups', { amount: '501' }));
  await ended(`top-ups/${topUpId}`);
  const seen = await inboxMessages(stack, phoneNumber);
  const { id } = accepted(201, await post('withdrawals', { amount: '300' }));
  const code = await newCode(stack, phoneNumber, seen);
  accepted(201, await post('withdrawals', { amount: '300' }));
  accepted(422, await post('withdrawals', { amount: '301' }));
  accepted(401, await post(`withdrawals/${id}/confirm`, { otp: otherThan(code) }));
  accepted(202, await post(`withdrawals/${id}/confirm`, { otp: code }));
  accepted(202, await post(`withdrawals/${id}/confirm`, { otp: code }));
  await ended(`withdrawals/${id}`);
}

/** Sums are refused, retryable, while any transaction on the database server is open from before the first sum of a process. */
function summed(refunding: Refunding, path: string) {
  return eventually(async () => {
    const answer = await refunding.get(path);
    return answer.status === 503 ? undefined : answer;
  });
}

function expectWhole({ text }: Answer): void {
  if (!text.includes('closing_balance')) throw new Error('the statement is not whole');
}

function eventOf({ rawBody }: ReceivedDelivery): RefundEvent {
  return JSON.parse(rawBody) as RefundEvent;
}
