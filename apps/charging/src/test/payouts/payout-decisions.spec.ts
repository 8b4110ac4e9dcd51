import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RailOperationResolved, Reply, Resolution } from '@paygate/contracts';
import { resolveRailOperation } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { PATIENCE_MS, receivedOf } from '@paygate/testing';
import type { RailOperation } from '../../rails/operations/operation.js';
import { OperationsCommands } from '../../rails/operations/operations.commands.js';
import { OperationsRepository } from '../../rails/operations/operations.repository.js';
import { SettleByReport } from '../../rails/operations/settlement/settle-by-report.js';
import { SubmitOperation } from '../../rails/operations/submit-operation.js';
import { Rails } from '../../rails/connectors/rails.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { accepted, PayoutsUnderTest } from './payouts-under-test.js';

let simulator: RailSimulator;
let world: ChargingUnderTest;
let charging: RunningApp;
let intents: Neighbour;
let operator: CommandBus;
let payouts: PayoutsUnderTest;
let payoutId: string;
let merchantId: string;
let destinationId: string;
let before: readonly bigint[];

beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  charging = await world.start();
  [intents, operator, payouts] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    PayoutsUnderTest.start(world),
  ]);
  // no worker begins anything
  jest.spyOn(charging.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
});
afterAll(async () => {
  await payouts.stop();
  await world.end();
  await simulator.stop();
});

/** A payout of 985, of which 981 arrive, that is being submitted. */
beforeEach(async () => {
  const charge = request({ userId: await fundedUser(operator, '1000'), amount: '1000', merchantId: newId('merchant') });
  ({ merchantId } = charge);
  await intents.request(charge);
  await world.settled([charge]);
  destinationId = await payouts.destination(merchantId);
  ({ payoutId } = accepted(await payouts.pay(merchantId, destinationId)));
  expect(await charging.get(OperationsRepository).beginSubmission(await operation(), 120)).toBe(true);
  before = await platform();
});

async function operation(): Promise<RailOperation> {
  const found = await charging.get(OperationsRepository).find(payoutId);
  if (found === undefined) throw new Error('no operation');
  return found;
}

/** The balances of the float that pays payouts, and of suspense. */
async function platform(): Promise<readonly bigint[]> {
  return [(await world.balance('mtn_momo/disbursement', 'float')) ?? 0n, (await world.balance('', 'suspense')) ?? 0n];
}

async function changes(): Promise<readonly bigint[]> {
  const now = await platform();
  return now.map((balance, index) => balance - (before[index] ?? 0n));
}

async function reported(amount: bigint): Promise<void> {
  await charging.get(SettleByReport).settle(await operation(), { kind: 'succeeded', amount, currency: 'XAF' });
}

function resolve(resolution: Resolution): Promise<Reply<RailOperationResolved>> {
  const origin = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
  return operator.send(resolveRailOperation, { payoutId, resolution }, origin);
}

const REFUSED = { ok: false, code: 'parameter_invalid', param: 'resolution' } as const;

describe('a payout that was paid short', () => {
  beforeEach(async () => {
    await reported(500n);
    expect(await changes()).toEqual([500n, -500n]);
  });

  it.each(['succeeded', 'declined', 'acknowledged'] as const)('is not %s: its money stays held', async (resolution) => {
    expect(await resolve(resolution)).toMatchObject(REFUSED);
    expect(await payouts.get(merchantId, payoutId)).toMatchObject({ data: { status: 'PROCESSING' } });
    expect(await changes()).toEqual([500n, -500n]);
    expect(await world.violations()).toEqual([]);
  });

  it('is completed once people have paid the rest: nothing stays in suspense', async () => {
    expect(await resolve('rest_paid')).toMatchObject({ data: { payoutId, state: 'succeeded' } });
    expect(await resolve('rest_paid')).toMatchObject({ data: { payoutId, state: 'succeeded' } });
    expect(await changes()).toEqual([981n, 0n]);
    expect(await world.balance(merchantId, 'merchant')).toBe(0n);
    const [type, { payout }] = await payouts.ended(payoutId);
    expect([type, payout.status]).toEqual(['payout.completed', 'COMPLETED']);
    // what the rail has reported is no news
    await reported(500n);
    expect((await operation()).escalation).toBeNull();
    expect(await world.violations()).toEqual([]);
  });

  it('fails once the rail has returned what it had paid: all of its money is available', async () => {
    expect(await resolve('part_returned')).toMatchObject({ data: { payoutId, state: 'declined' } });
    expect(await resolve('rest_paid')).toMatchObject({ data: { payoutId, state: 'declined' } });
    expect(await changes()).toEqual([0n, 0n]);
    expect(await world.balance(merchantId, 'merchant')).toBe(985n);
    const [type, { payout }] = await payouts.ended(payoutId);
    expect([type, payout.failure?.code]).toEqual(['payout.failed', 'rail_error']);
    expect(accepted(await payouts.pay(merchantId, destinationId)).amount).toBe('985');
    expect(await world.violations()).toEqual([]);
  });

  it('has a correction that nobody changes, and that is about what was asked for', async () => {
    await resolve('rest_paid');
    for (const change of ['UPDATE payout_correction SET amount = 1', 'DELETE FROM payout_correction'])
      await expect(world.database.query(change)).rejects.toThrow();
    await expect(
      world.database.query(
        `INSERT INTO payout_correction (payout_id, journal_id, ledger, amount) VALUES ($1, 'tr_x', 1950, 1)`,
        [payoutId],
      ),
    ).rejects.toThrow('a correction is not that of its payout');
  });
});

it.each(['rest_paid', 'part_returned'] as const)(
  'a payout of which the rail has reported no amount is not settled by %s',
  async (resolution) => {
    await world.database.query(
      `UPDATE rail_operation SET state = 'escalated', escalation = 'too_old' WHERE operation_id = $1`,
      [payoutId],
    );
    expect(await resolve(resolution)).toMatchObject(REFUSED);
    expect(await payouts.get(merchantId, payoutId)).toMatchObject({ data: { status: 'PROCESSING' } });
  },
);

it('a payout of which the rail has paid more has no rest to be paid', async () => {
  await reported(1_000n);
  expect(await resolve('rest_paid')).toMatchObject(REFUSED);
  expect(await resolve('part_returned')).toMatchObject({ data: { state: 'declined' } });
  expect(await changes()).toEqual([0n, 0n]);
  expect(await world.violations()).toEqual([]);
});

it('a payout is decided by nobody else, should one get past the bus', async () => {
  const { state } = await operation();
  for (const resolution of ['succeeded', 'declined'] as const) {
    const command = { payoutId, resolution };
    const message = receivedOf(resolveRailOperation, command);
    const reply = await charging.get(OperationsCommands).resolved(command, message);
    expect(reply).toEqual({ ok: false, code: 'scope_missing' });
  }
  expect(await operation()).toMatchObject({ state });
});

it('no payout, and no destination, is taken by a rail without the credentials of disbursements', async () => {
  const rail = charging.get(Rails).of('mtn_momo', 'test');
  if (rail === undefined) throw new Error('no rail');
  const pays = jest.spyOn(rail, 'payouts', 'get').mockReturnValue(undefined);
  try {
    expect(await payouts.pay(merchantId, destinationId)).toMatchObject({ code: 'payout_unsupported' });
    expect(await payouts.register(merchantId, '+237677000001')).toMatchObject({ code: 'payout_unsupported' });
    expect(accepted(await payouts.list(merchantId)).operators).toEqual(['orange_money']);
  } finally {
    pays.mockRestore();
  }
  expect(accepted(await payouts.list(merchantId)).operators).toEqual(['mtn_momo', 'orange_money']);
});

it('a payout that comes back from its rail unsent after its destination was revoked ends at once', async () => {
  expect(accepted(await payouts.revoke(merchantId, destinationId)).status).toBe('revoked');
  expect(payouts.eventsOf(payoutId)).toEqual([]);
  const submitted = await operation();
  expect(
    await charging.get(OperationsRepository).takeBack({ ...submitted, attempt: submitted.attempt - 1 }, '429', 1),
  ).toBe(true);
  expect(await charging.get(SubmitOperation).declineLate(await operation())).toBe(true);
  const [type, { payout }] = await payouts.ended(payoutId);
  expect([type, payout.failure?.code]).toEqual(['payout.failed', 'destination_revoked']);
  expect(await world.violations()).toEqual([]);
});
