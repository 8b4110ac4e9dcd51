import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { AccountsRepository } from '../../books/ledger/accounts.repository.js';
import { floatAccount } from '../../books/ledger/domain/ledger.js';
import { SettleByReport } from '../../rails/operations/settlement/settle-by-report.js';
import type { RailOutcome } from '../../rails/connectors/connector.js';
import { RefundsRepository } from '../../outgoing/refunds/refunds.repository.js';
import { COLLECTED, noSubmission, OperationsUnderTest, REFUSED } from '../operations-under-test.js';

const RACES = 12;
const FLOAT = 'mtn_momo/disbursement';
const GIVEN_BACK = { kind: 'succeeded', amount: 500n, currency: 'XAF' } as const;

/** Guarantees that only what is known for certain decides a refund, and only once. Here the spec itself is the rail. */
describe('a refund by mobile money', () => {
  let charging: OperationsUnderTest;
  beforeAll(async () => {
    charging = await OperationsUnderTest.start();
    await charging
      .of(0)
      .get(AccountsRepository)
      .open([floatAccount(FLOAT, 1950)]);
  });
  afterAll(() => charging.end());

  /** A refund of 500 of a payment of 700, which its rail has. */
  const pending = async (): Promise<{
    readonly refundId: string;
    readonly intentId: string;
    readonly merchantId: string;
  }> => {
    const collected = await charging.find(await charging.opened('pending'));
    await charging.settle.settle(collected, COLLECTED);
    const { intentId, merchantId } = collected;
    if (intentId === null) throw new Error('a collection is of an intent');
    const refundId = newId('refund');
    const repository = charging.of(0).get(RefundsRepository);
    const charge = await repository.chargeOf(merchantId, 'test', intentId);
    if (charge === undefined) throw new Error('no charge');
    const wanted = {
      refundId,
      charge,
      amount: 500n,
      reason: null,
      metadata: '{}',
      actor: null,
      byProvenOwner: false,
      keyHash: refundId,
      bodyHash: 'b',
      contentHash: 'c',
    };
    const callbackToken = randomBytes(24).toString('base64url');
    const operation = {
      floatOwner: FLOAT,
      phone: 'sealed',
      requestId: newId('request'),
      traceparent: undefined,
      callbackToken,
    };
    charging.pauseWorkers();
    await charging
      .of(0)
      .get(UnitOfWork)
      .run((tx) => repository.insertPending(tx, wanted, operation));
    await charging.world.database.query(
      `UPDATE rail_operation SET state = 'submitting', submitted_at = clock_timestamp(), attempt = 1,
         due_at = clock_timestamp() + interval '1 hour' WHERE operation_id = $1`,
      [refundId],
    );
    charging.resumeWorkers();
    return { refundId, intentId, merchantId };
  };
  const report = async (
    refundId: string,
    outcome: Extract<RailOutcome, { kind: 'succeeded' | 'declined' }>,
  ): Promise<void> => charging.settle.settle(await charging.find(refundId), outcome);
  const stateOf = async (refundId: string): Promise<unknown> => {
    const [row] = await charging.world.database.query<{ state: string; hold: string }>(
      'SELECT r.state, h.state AS hold FROM refund r JOIN hold h ON h.hold_id = r.refund_id WHERE refund_id = $1',
      [refundId],
    );
    return row && [row.state, row.hold];
  };
  const eventsOf = (intentId: string): readonly string[] => {
    const own = charging.world.outcomes.events.filter(
      ({ type, key }) => key === intentId && type.startsWith('refund.'),
    );
    return [...new Map(own.map(({ id, type }) => [id, type])).values()];
  };
  const float = async (): Promise<bigint> => (await charging.world.balance(FLOAT, 'float')) ?? 0n;
  const changes = async (work: () => Promise<unknown>): Promise<readonly bigint[]> => {
    const before = [await float(), await charging.suspense()] as const;
    await work();
    return [(await float()) - before[0], (await charging.suspense()) - before[1]];
  };

  it('is decided once when a submission and a poll settle it at the same time', async () => {
    const made: Awaited<ReturnType<typeof pending>>[] = [];
    for (let count = 0; count < RACES; count++) made.push(await pending());
    const operations = await Promise.all(made.map(({ refundId }) => charging.find(refundId)));
    await Promise.all(
      operations.flatMap((operation, index) => [
        charging.of(0).get(SettleByReport).settle(operation, GIVEN_BACK),
        charging
          .of(1)
          .get(SettleByReport)
          .settle(operation, index % 2 === 0 ? GIVEN_BACK : REFUSED),
      ]),
    );
    await eventually(() => made.every(({ intentId }) => eventsOf(intentId).length > 0));
    for (const { refundId, intentId } of made) {
      const isBack = (await charging.find(refundId)).state === 'succeeded';
      expect(eventsOf(intentId)).toEqual([isBack ? 'refund.completed' : 'refund.failed']);
      expect(await stateOf(refundId)).toEqual(isBack ? ['completed', 'posted'] : ['failed', 'voided']);
    }
    expect(await charging.world.violations()).toEqual([]);
  });

  it('of which more was given back is for an operator, and costs the merchant what was asked for', async () => {
    const { refundId, intentId, merchantId } = await pending();
    expect(await changes(() => report(refundId, { ...GIVEN_BACK, amount: 800n }))).toEqual([800n, -800n]);
    expect(await charging.listed(refundId)).toMatchObject({ escalation: 'amount_differs', suspendedAmount: 800n });
    expect([await stateOf(refundId), eventsOf(intentId)]).toEqual([['pending', 'pending'], []]);
    const decided = await changes(() => charging.operator.resolve({ refundId, resolution: 'succeeded' }));
    expect(decided).toEqual([0n, 500n]);
    expect(await stateOf(refundId)).toEqual(['completed', 'posted']);
    expect(await charging.world.balance(merchantId, 'merchant')).toBe(186n);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('of which less was given back is never taken for the whole', async () => {
    const { refundId, merchantId } = await pending();
    expect(await changes(() => report(refundId, { ...GIVEN_BACK, amount: 400n }))).toEqual([400n, -400n]);
    const refused = await charging.operator.resolve({ refundId, resolution: 'succeeded' });
    expect(refused).toMatchObject({ code: 'parameter_invalid', param: 'resolution' });
    expect(await charging.operator.resolve({ refundId, resolution: 'declined' })).toMatchObject({
      data: { refundId, state: 'declined' },
    });
    expect(await stateOf(refundId)).toEqual(['failed', 'voided']);
    expect(await charging.world.balance(merchantId, 'merchant')).toBe(686n);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('that is paid after it failed is booked to suspense, and listed', async () => {
    const { refundId, intentId } = await pending();
    await report(refundId, REFUSED);
    await eventually(() => eventsOf(intentId).length > 0);
    const errors = charging.errorsOf((await charging.find(refundId)).chargeId ?? '');
    expect(await changes(() => report(refundId, GIVEN_BACK))).toEqual([500n, -500n]);
    expect([await charging.escalationOf(refundId), errors()]).toEqual(['contradiction', 1]);
    expect(eventsOf(intentId)).toEqual(['refund.failed']);
    expect(await charging.world.violations()).toEqual([]);
  });

  it('in doubt that its rail has long known nothing of is decided by an operator, who releases the hold', async () => {
    const { refundId, intentId } = await pending();
    await charging.world.database.query(`UPDATE rail_operation SET state = 'in_doubt' WHERE operation_id = $1`, [
      refundId,
    ]);
    charging.rails.set(refundId, { submit: noSubmission, query: () => Promise.resolve({ kind: 'not_found' }) });
    const early = await charging.operator.resolve({ refundId, resolution: 'declined' });
    expect(early).toMatchObject({ code: 'parameter_invalid', param: 'refundId' });
    await charging.notFoundFor(refundId, 900);
    await charging.operator.resolve({ refundId, resolution: 'declined' });
    expect(await stateOf(refundId)).toEqual(['failed', 'voided']);
    await eventually(() => eventsOf(intentId).length > 0);
    expect(eventsOf(intentId)).toEqual(['refund.failed']);
  });
});
