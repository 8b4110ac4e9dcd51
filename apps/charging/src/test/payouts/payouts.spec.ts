import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, CreatePayoutCommand, CreateRefundCommand, Payout, Reply } from '@paygate/contracts';
import { boundedAmounts } from '@paygate/contracts/test';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { withClient } from '@paygate/testing';
import { OperationsRepository } from '../../rails/operations/operations.repository.js';
import { CreatePayouts } from '../../outgoing/payouts/create-payouts.js';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { patiently } from '../refunds/patiently.js';
import { commandOf as refundOf } from '../refunds/refunds-under-test.js';
import type { Asked } from './payouts-under-test.js';
import { accepted, commandOf, PayoutsUnderTest } from './payouts-under-test.js';

jest.setTimeout(240_000);

const TIMES = 50;
const HIGHEST_ID = `po_7${'z'.repeat(25)}`;

let simulator: RailSimulator;
let world: ChargingUnderTest;
let apps: readonly RunningApp[];
let intents: Neighbour;
let operator: CommandBus;
let payouts: PayoutsUnderTest;
let paused: readonly { readonly mockRestore: () => void }[] = [];
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  apps = await Promise.all([world.start(), world.start()]);
  [intents, operator, payouts] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    PayoutsUnderTest.start(world),
  ]);
  pauseWorkers();
});
afterAll(async () => {
  await payouts.stop();
  await world.end();
  await simulator.stop();
});

/** No worker begins anything until they resume. */
function pauseWorkers(): void {
  paused = apps.map((app) =>
    jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null }),
  );
}
function resumeWorkers(): void {
  for (const claim of paused) claim.mockRestore();
}

/** A settled charge of a wallet, whose fee is 1.5 %: 1000 earn 985. */
async function earned(amount = '1000', merchantId = newId('merchant')): Promise<ChargeRequested> {
  const charge = request({ userId: await fundedUser(operator, amount), amount, merchantId });
  await intents.request(charge);
  await world.settled([charge]);
  return charge;
}

/** Commands of one merchant would wait for each other on their topic: each instance is called directly. */
function atOnce(index: number, payload: CreatePayoutCommand): Promise<Reply<Payout>> {
  return patiently(() => instance(index).get(CreatePayouts).create(received(payload)));
}
function instance(index: number): RunningApp {
  const app = apps[index % apps.length];
  if (app === undefined) throw new Error('no instance');
  return app;
}
function received<Payload>(payload: Payload): Received<Payload> {
  return { payload, id: uuidV7(), requestId: newId('request'), producer: 'gateway' } as Received<Payload>;
}
const held = async (merchantId: string): Promise<bigint> => {
  const [row] = await world.database.query<{ held: string }>(
    `SELECT pending_debits::text AS held FROM append_account WHERE owner_id = $1 AND kind = 'merchant'`,
    [merchantId],
  );
  return BigInt(row?.held ?? 0);
};
const pair = async (): Promise<{ readonly charge: ChargeRequested; readonly destinationId: string }> => {
  const charge = await earned();
  return { charge, destinationId: await payouts.destination(charge.merchantId) };
};

describe('a payout', () => {
  it('holds everything that is available, with its fee', async () => {
    const { charge, destinationId } = await pair();
    const payout = accepted(await payouts.pay(charge.merchantId, destinationId, { reason: 'Week 47' }));
    expect(payout).toMatchObject({
      ...{ status: 'PENDING', amount: '985', fee: '4', net: '981', currency: 'XAF', source: 'request' },
      ...{ transmission: 'not_sent', reason: 'Week 47', operator: 'mtn_momo', phoneMasked: '********01' },
    });
    expect(await held(charge.merchantId)).toBe(985n);
    expect(await payouts.pay(charge.merchantId, destinationId)).toMatchObject({
      code: 'balance_insufficient',
      fields: { available: '0' },
    });
    expect(await world.violations()).toEqual([]);
  });

  it(`of the whole balance is made once by ${TIMES} requests at the same time over two instances`, async () => {
    const { charge, destinationId } = await pair();
    const replies = await Promise.all(
      Array.from({ length: TIMES }, (_, index) =>
        atOnce(index, commandOf(charge.merchantId, destinationId, { amount: '985' })),
      ),
    );
    const codes = replies.map((reply) => (reply.ok ? 'made' : reply.code));
    expect(codes.filter((code) => code === 'made')).toHaveLength(1);
    expect(codes.filter((code) => code === 'balance_insufficient')).toHaveLength(TIMES - 1);
    expect(await held(charge.merchantId)).toBe(985n);
    expect(await world.violations()).toEqual([]);
  });

  it('and a refund of the whole balance at the same instant: one of them', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round++) {
      const { charge, destinationId } = await pair();
      const [payout, refund] = await Promise.all([
        atOnce(round, commandOf(charge.merchantId, destinationId, { amount: '985' })),
        instance(round + 1)
          .get(CreateRefunds)
          .create(received<CreateRefundCommand>(refundOf(charge, { amount: '985' }))),
      ]);
      expect([payout.ok, refund.ok].filter(Boolean)).toHaveLength(1);
      outcomes.add(payout.ok ? 'payout' : 'refund');
    }
    expect(outcomes.size).toBeGreaterThan(0);
    expect(await world.violations()).toEqual([]);
  });

  it(`is made once by ${TIMES} repetitions of one key`, async () => {
    const { charge, destinationId } = await pair();
    const key = newId('request');
    const asked = (given: Asked) => commandOf(charge.merchantId, destinationId, { key, ...given });
    const replies = await Promise.all(
      Array.from({ length: TIMES }, (_, index) => atOnce(index, asked({ amount: '200' }))),
    );
    const [first] = replies.map(accepted);
    for (const reply of replies) expect(accepted(reply)).toEqual(first);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    expect(await atOnce(0, asked({ amount: '201' }))).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await held(charge.merchantId)).toBe(200n);
  });

  it('is canceled until it is sent: its money is available again', async () => {
    const { charge, destinationId } = await pair();
    const { payoutId } = accepted(await payouts.pay(charge.merchantId, destinationId));
    expect(accepted(await payouts.cancel(charge.merchantId, payoutId)).status).toBe('CANCELED');
    expect(accepted(await payouts.cancel(charge.merchantId, payoutId)).status).toBe('CANCELED');
    expect(await held(charge.merchantId)).toBe(0n);
    expect(await payouts.cancel(newId('merchant'), payoutId)).toMatchObject({ code: 'payout_not_found' });
    expect(await world.violations()).toEqual([]);
  });

  it('is either sent or canceled when both are tried at the same time', async () => {
    const repository = instance(0).get(OperationsRepository);
    for (let round = 0; round < 8; round++) {
      const { charge, destinationId } = await pair();
      const { payoutId } = accepted(await payouts.pay(charge.merchantId, destinationId));
      const operation = await repository.find(payoutId);
      if (operation === undefined) throw new Error('no operation');
      const [sent, canceled] = await Promise.all([
        repository.beginSubmission(operation, 120),
        payouts.cancel(charge.merchantId, payoutId),
      ]);
      expect(canceled.ok).toBe(!sent);
      if (!canceled.ok)
        expect(canceled).toMatchObject({ code: 'payout_unexpected_state', fields: { currentStatus: 'PROCESSING' } });
      expect(await held(charge.merchantId)).toBe(sent ? 985n : 0n);
    }
    expect(await world.violations()).toEqual([]);
  });

  it.each(boundedAmounts)('of %s is refused as its fee is: %s', async (amount, code) => {
    const merchantId = newId('merchant');
    const destinationId = await payouts.destination(merchantId);
    const quoted = await payouts.quote(merchantId, destinationId, amount);
    // without a balance, nothing within the bounds can be paid
    const paid = await payouts.pay(merchantId, destinationId, { amount });
    expect(quoted).toMatchObject(code === undefined ? { ok: true } : { ok: false, code, param: 'amount' });
    expect(paid).toMatchObject({ ok: false, code: code ?? 'balance_insufficient' });
    if (!quoted.ok && !paid.ok) expect(quoted.fields).toEqual(paid.fields);
  });

  it('has a limit in a day', async () => {
    const { merchantId } = await earned('30000');
    const destinationId = await payouts.destination(merchantId);
    for (let count = 0; count < 20; count++) accepted(await payouts.pay(merchantId, destinationId, { amount: '100' }));
    expect(await payouts.pay(merchantId, destinationId, { amount: '100' })).toMatchObject({
      code: 'payout_limit_reached',
      fields: { limit: 20 },
    });
  });
});

describe('a destination', () => {
  it('that was revoked gets no money, and its unsent payouts fail', async () => {
    const { charge, destinationId } = await pair();
    const { payoutId } = accepted(await payouts.pay(charge.merchantId, destinationId));
    expect(accepted(await payouts.revoke(charge.merchantId, destinationId)).status).toBe('revoked');
    const [type, { payout }] = await payouts.ended(payoutId);
    expect([type, payout.failure?.code]).toEqual(['payout.failed', 'destination_revoked']);
    expect(await payouts.acted('payout_destination.revoked', destinationId)).toMatchObject({
      destination: { phoneMasked: '********01' },
    });
    expect(await payouts.acted('payout.stopped', payoutId)).toMatchObject({ merchantId: charge.merchantId });
    expect([await held(charge.merchantId), payouts.hasActed('payout.failed', payoutId)]).toEqual([0n, false]);
    expect(await payouts.pay(charge.merchantId, destinationId)).toMatchObject({
      code: 'payout_destination_not_usable',
      fields: { currentStatus: 'revoked' },
    });
    expect(await payouts.pay(newId('merchant'), destinationId)).toMatchObject({ code: 'payout_destination_not_found' });
    expect(await world.violations()).toEqual([]);
  });
});

describe('a payout by its rail', () => {
  beforeAll(() => {
    resumeWorkers();
  });

  const cases = [
    ['+237677009901', 'payout.completed'],
    ['+237677000061', 'payout.failed'],
    ['+237677000062', 'payout.completed'],
    ['+237697009901', 'payout.completed'],
    ['+237697000061', 'payout.failed'],
    ['+237697000062', 'payout.completed'],
  ] as const;

  it.each(cases)('to %s ends with %s, and its books agree', async (phone, outcome) => {
    const { merchantId } = await earned();
    const destinationId = await payouts.destination(merchantId, phone);
    const { payoutId } = accepted(await payouts.pay(merchantId, destinationId));
    const [type, { payout }] = await payouts.ended(payoutId, 120_000);
    const isPaid = outcome === 'payout.completed';
    expect([type, payout.status, payout.failure?.code]).toEqual([
      outcome,
      isPaid ? 'COMPLETED' : 'FAILED',
      isPaid ? undefined : 'rail_error',
    ]);
    expect(await payouts.get(merchantId, payoutId)).toMatchObject({ data: payout });
    expect([await world.balance(merchantId, 'merchant'), await held(merchantId)]).toEqual([isPaid ? 0n : 985n, 0n]);
    const [paid] = await simulator.database.query<{ sum: string }>(
      `SELECT coalesce(sum(m.amount), 0)::text AS sum FROM movement m JOIN payment p USING (rail, reference) WHERE p.msisdn LIKE $1`,
      [`%${phone.slice(-9)}`],
    );
    expect(paid?.sum).toBe(isPaid ? '981' : '0');
    expect(payouts.eventsOf(payoutId)).toHaveLength(1);
    if (!isPaid) expect(await payouts.acted('payout.failed', payoutId)).toMatchObject({ payout: { amount: '985' } });
    if (!isPaid) accepted(await payouts.pay(merchantId, await payouts.destination(merchantId, '+237677000001')));
    expect(await world.violations()).toEqual([]);
  });

  it('has the completed payout before it by time, whatever their ids', async () => {
    const { merchantId } = await earned();
    const destinationId = await payouts.destination(merchantId);
    const first = await payouts.paid(merchantId, destinationId, { amount: '500', payoutId: HIGHEST_ID });
    const second = await payouts.paid(merchantId, destinationId, { amount: '400' });
    expect(accepted(await payouts.sheet(merchantId, second.payoutId)).from).toBe(first.createdAt);
    expect(accepted(await payouts.sheet(merchantId, first.payoutId)).from).toBeNull();
  });

  it('has its sheet once no transaction from before it is under way, and until then the service is unavailable', async () => {
    const { merchantId } = await earned();
    const destinationId = await payouts.destination(merchantId);
    let payoutId = '';
    await withClient(world.database.url, async (client) => {
      await client.query('BEGIN; SELECT pg_current_xact_id()');
      await payouts.paid(merchantId, destinationId, { amount: '500' });
      ({ payoutId } = await payouts.paid(merchantId, destinationId, { amount: '400' }));
      expect(await payouts.sheet(merchantId, payoutId)).toMatchObject({ code: 'service_unavailable' });
    });
    expect(accepted(await payouts.sheet(merchantId, payoutId)).opening).toBe('985');
  });

  it('has a sheet that adds up', async () => {
    const { merchantId } = await earned();
    const destinationId = await payouts.destination(merchantId);
    await payouts.paid(merchantId, destinationId, { amount: '500' });
    await earned('2000', merchantId);
    const { payoutId } = await payouts.paid(merchantId, destinationId, { amount: '1000' });
    const sheet = accepted(await payouts.sheet(merchantId, payoutId));
    expect(sheet).toMatchObject({
      ...{ opening: '985', closing: '2455', amount: '1000', fee: '5', net: '995', remaining: '1455', hasMore: false },
    });
    expect(sheet.lines.reduce((sum, { net }) => sum + Number(net), Number(sheet.opening))).toBe(Number(sheet.closing));
    expect(sheet.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', '-498'],
      ['fee', '-2'],
      ['charge', '1970'],
    ]);
  });
});
