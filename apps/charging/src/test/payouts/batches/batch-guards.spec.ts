import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PayoutBatch } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { ApproveBatches } from '../../../outgoing/payouts/batches/approve-batches.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted, PayoutsUnderTest } from '../payouts-under-test.js';
import { approvalOf, BatchesUnderTest, earnedBy, phonesOf, received } from './batches-under-test.js';

jest.setTimeout(240_000);

const LIVE = '48 hours';

/** Guarantees that the database refuses what no code may do: each line is the work of somebody who has the tables, and not the guards. */
describe('the database', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let payouts: PayoutsUnderTest;
  let batches: BatchesUnderTest;
  let earned: (amount: string) => Promise<string>;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, PAYOUT_BATCH_ALONE_MAX: '250' });
    app = await world.start();
    jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
    const [intents, operator] = await Promise.all([world.startNeighbour('intents'), world.startOperator()]);
    earned = (amount) => earnedBy({ world, operator, intents }, amount);
    payouts = await PayoutsUnderTest.start(world);
    batches = await BatchesUnderTest.start(world);
  });
  afterAll(async () => {
    await batches.stop();
    await payouts.stop();
    await world.end();
    await simulator.stop();
  });

  const run = (text: string, ...values: readonly unknown[]) => world.database.query(text, [...values]);
  const lines = (count: number) => phonesOf(count).map((phone) => ({ phone }));
  const approvalSql = 'INSERT INTO payout_batch_approval (batch_id, member_id, hash) VALUES ($1, $2, $3)';
  const approvedSql = `UPDATE payout_batch SET state = 'processing', approved_at = clock_timestamp() WHERE batch_id = $1`;
  const approval = ({ batchId, hash }: PayoutBatch, memberId: string, other = hash) =>
    run(approvalSql, batchId, memberId, other);

  it('has no approval of a key, of other contents, of the drafting member alone, or of a draft', async () => {
    const merchantId = await earned('1000');
    const drafter = newId('member');
    const draft = await batches.drafted(merchantId, lines(3), drafter);
    await expect(approval(draft, newId('member'), 'a'.repeat(64))).rejects.toThrow('only what waits for an approval');
    const batch = accepted(await batches.seal(draft, drafter));
    await expect(approval(batch, newId('apiKey'))).rejects.toThrow('payout_batch_approval_member_id_check');
    await expect(approval(batch, newId('member'), 'a'.repeat(64))).rejects.toThrow(
      'an approval is of what the batch holds',
    );
    await expect(approval(batch, drafter)).rejects.toThrow('another member approves');
    await expect(run(approvedSql, batch.batchId)).rejects.toThrow('as many members as it needs');
    await approval(batch, newId('member'));
    await expect(run('DELETE FROM payout_batch_approval WHERE batch_id = $1', batch.batchId)).rejects.toThrow('stays');
  });

  it('has no approval by one member of a batch that a key has drafted and two must stand behind', async () => {
    const batch = await batches.ready(await earned('1000'), lines(3), newId('apiKey'));
    const member = newId('member');
    await approval(batch, member);
    await expect(approval(batch, member)).rejects.toThrow('payout_batch_approval_pkey');
    await expect(run(approvedSql, batch.batchId)).rejects.toThrow('as many members as it needs');
  });

  it('changes no row and no sum of what was sealed, and seals nothing else than its rows', async () => {
    const merchantId = await earned('1000');
    const draft = await batches.drafted(merchantId, lines(2));
    const seal = (
      amount: string,
    ) => `UPDATE payout_batch SET state = 'ready', sealed_at = clock_timestamp(), hash = 'x', row_count = 2,
      amount = ${amount}, fee = 0, persons = 1 WHERE batch_id = $1`;
    await expect(run(seal('199'), draft.batchId)).rejects.toThrow('a batch is sealed as its rows are');
    const batch = accepted(await batches.seal(draft));
    const changes = [
      'amount = amount + 1',
      `phone_index = 'x'`,
      `phone = 'x'`,
      `rail = 'orange_money'`,
      `reference = 'x'`,
      `fee = 1`,
    ];
    for (const change of changes)
      await expect(run(`UPDATE payout_batch_row SET ${change} WHERE batch_id = $1`, batch.batchId)).rejects.toThrow(
        'what was sealed never changes',
      );
    // a second person may be needed, and is needed from then on
    await run('UPDATE payout_batch SET persons = 2 WHERE batch_id = $1', batch.batchId);
    for (const change of ['amount = 1', `hash = 'x'`, 'persons = 1', 'row_count = 1', `drafted_by = 'mem_x'`])
      await expect(run(`UPDATE payout_batch SET ${change} WHERE batch_id = $1`, batch.batchId)).rejects.toThrow(
        'what was sealed never changes',
      );
    await expect(run('DELETE FROM payout_batch_row WHERE batch_id = $1', batch.batchId)).rejects.toThrow(
      'never deleted',
    );
    await expect(
      run(
        `INSERT INTO payout_batch_row (batch_id, number, rail, phone, phone_masked, phone_index, amount, fee, faults)
        SELECT batch_id, 99, rail, phone, phone_masked, phone_index, amount, fee, faults FROM payout_batch_row WHERE batch_id = $1 LIMIT 1`,
        batch.batchId,
      ),
    ).rejects.toThrow('rows are added to a draft');
    for (const state of ['draft', 'completed', 'paused'])
      await expect(
        run(
          `UPDATE payout_batch SET state = $2, sealed_at = CASE $2 WHEN 'draft' THEN NULL ELSE sealed_at END WHERE batch_id = $1`,
          batch.batchId,
          state,
        ),
      ).rejects.toThrow();
  });

  it('keeps the counts of each batch as its rows are', async () => {
    const batch = await batches.ready(await earned('1000'), lines(3));
    const counted = `SELECT rule FROM payout_batch_violation WHERE subject = '${batch.batchId}'`;
    expect(await run(counted)).toEqual([]);
    await expect(run('UPDATE payout_batch_count SET completed = 4 WHERE batch_id = $1', batch.batchId)).rejects.toThrow(
      'payout_batch_count_adds_up',
    );
    await run('UPDATE payout_batch_count SET warnings = 1 WHERE batch_id = $1', batch.batchId);
    expect(await run(counted)).toEqual([{ rule: 'batch_counts_differ' }]);
    await run('UPDATE payout_batch_count SET warnings = 0 WHERE batch_id = $1', batch.batchId);
    // what a version that knows no counts writes is counted, too
    await run(
      `UPDATE payout_batch_row SET warnings = '{paid_recently}' WHERE batch_id = $1 AND number < 3`,
      batch.batchId,
    );
    expect((await batches.get(batch)).warningCount).toBe(2);
    expect(await run(counted)).toEqual([]);
  });

  it('has what was sealed approved, whatever its counts or its rows have become', async () => {
    const merchantId = await earned('1000');
    const batch = await batches.ready(merchantId, lines(2));
    const counts = (row: number) =>
      run(
        `UPDATE payout_batch_count SET row_count = row_count + $2, amount = amount + 100 * $2 WHERE batch_id = $1`,
        batch.batchId,
        row,
      );
    const amounts = (change: string) =>
      run(
        `BEGIN; SET LOCAL session_replication_role = 'replica';
        UPDATE payout_batch_row SET amount = amount ${change} WHERE batch_id = '${batch.batchId}' AND number = 1; COMMIT`,
      );
    await counts(-1);
    expect(await batches.get(batch)).toMatchObject({ rowCount: 2, total: batch.total });
    for (const wrong of [{ rowCount: 1 }, { total: (BigInt(batch.total) - 100n).toString() }])
      expect(await batches.approve(batch, wrong)).toMatchObject({ code: 'payout_batch_changed' });
    await counts(1);
    await amounts('+ 100');
    await expect(app.get(ApproveBatches).approve(received(approvalOf(batch)))).rejects.toThrow(
      'the rows of a batch are not those that were sealed',
    );
    expect((await batches.get(batch)).status).toBe('READY');
    await amounts('- 100');
    expect(accepted(await batches.approve(batch)).status).toBe('PROCESSING');
    expect(await world.violations()).toEqual([]);
  });

  it('pays a recipient by its approved batch alone', async () => {
    const merchantId = await earned('1000');
    const approved = await batches.ready(merchantId, lines(2));
    accepted(await batches.approve(approved));
    const own = await payouts.destination(merchantId, '+237677999901');
    const copySql = (source: string, destination: string) => `
      INSERT INTO payout (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, metadata, key_hash, body_hash)
      SELECT $2, ${destination}, merchant_id, ledger, rail, amount, fee, '${source}', '{}', $2, 'x'
      FROM payout WHERE merchant_id = $1 LIMIT 1`;
    const copied = (source: string, destination = 'destination_id') =>
      run(copySql(source, destination), merchantId, newId('payout'));
    await expect(copied('request')).rejects.toThrow('only a batch pays a recipient');
    await expect(copied('schedule')).rejects.toThrow('only a batch pays a recipient');
    await expect(copied('batch', `'${own}'`)).rejects.toThrow('only a batch pays a recipient');
    await expect(copied('batch')).rejects.toThrow('a batch pays the rows that were approved');
    await expect(
      run(
        `INSERT INTO payout_schedule (merchant_id, ledger, destination_id)
        SELECT merchant_id, ledger, destination_id FROM payout_destination WHERE merchant_id = $1 AND kind = 'recipient' LIMIT 1`,
        merchantId,
      ),
    ).rejects.toThrow('no schedule pays a recipient');
  });

  it('makes a recipient of live mode wait, places no row that was not approved, and sends none before its time', async () => {
    const merchantId = await earned('1000');
    const waiting = await batches.ready(merchantId, lines(1));
    await expect(
      run(
        `UPDATE payout_batch_row SET state = 'placed', due_at = now(), payout_id = 'po_1',
        destination_id = (SELECT destination_id FROM payout_destination LIMIT 1) WHERE batch_id = $1`,
        waiting.batchId,
      ),
    ).rejects.toThrow('only what was approved is placed');
    const recipientSql = (ledger: string, wait: string) => `
      INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, kind, phone_index, usable_at)
      VALUES ('${newId('payoutDestination')}', $1, ${ledger}, 'mtn_momo', 'x', '********01', 'x', 'recipient', '${newId('request')}',
        clock_timestamp() + interval '${wait}')`;
    const [{ live } = { live: '' }] = await world.database.query<{ live: string }>(
      `SELECT ledger::text AS live FROM ledger WHERE ledger <= 999 AND currency = 'XAF'`,
    );
    await expect(run(recipientSql(live, '47 hours'), merchantId)).rejects.toThrow('payout_destination_waits');
    await run(recipientSql(live, `${LIVE} 1 minute`), merchantId);
    accepted(await batches.approve(waiting));
    const sendSql = (isBulk: string) => `
      INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, ledger, amount, fee, phone, phone_masked, request_id, accepted_at,
        callback_token, is_bulk)
      SELECT payout_id, 'payout', rail, merchant_id, ledger, amount - fee, 0, 'x', '********01', 'r', clock_timestamp(), payout_id, ${isBulk}
      FROM payout WHERE merchant_id = $1`;
    // the row was not released
    await expect(run(sendSql('true'), merchantId)).rejects.toThrow('a payout is not sent before its time');
    await expect(run(sendSql('false'), merchantId)).rejects.toThrow('a payout is not sent before its time');
  });
});
