import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { OPEN_BATCHES_MAX } from '@paygate/contracts';
import type { PayoutBatch } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Database } from '@paygate/platform';
import { newId, sha256Base64url } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { ApproveBatches } from '../../../outgoing/payouts/batches/approve-batches.js';
import { BatchRowsRepository } from '../../../outgoing/payouts/batches/batch-rows.repository.js';
import { BatchesRepository } from '../../../outgoing/payouts/batches/batches.repository.js';
import { DraftBatches } from '../../../outgoing/payouts/batches/draft-batches.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { patiently } from '../../refunds/patiently.js';
import { accepted } from '../payouts-under-test.js';
import { approvalOf, BatchesUnderTest, earnedBy, phonesOf, received } from './batches-under-test.js';
import { explained, noWork } from './plan-work.js';

jest.setTimeout(240_000);

/** Guarantees that what is counted of batches is counted by one instance after the other. */
describe('the bounds of batches, at two instances', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let apps: readonly RunningApp[];
  let intents: Neighbour;
  let operator: CommandBus;
  let batches: BatchesUnderTest;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST, PAYOUT_BATCH_ALONE_MAX: '5000' });
    apps = await Promise.all([world.start(), world.start()]);
    [intents, operator, batches] = await Promise.all([
      world.startNeighbour('intents'),
      world.startOperator(),
      BatchesUnderTest.start(world),
    ]);
    for (const app of apps) jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
  });
  afterAll(async () => {
    await batches.stop();
    await world.end();
    await simulator.stop();
  });

  const lines = (count: number) => phonesOf(count).map((phone) => ({ phone }));
  const approveAt = (app: RunningApp, batch: PayoutBatch, actor: string) =>
    patiently(() => app.get(ApproveBatches).approve(received(approvalOf(batch, { actor }))));

  it('of drafts hold when two instances draft at the same moment', async () => {
    const merchantId = newId('merchant');
    await world.database.query(
      `INSERT INTO payout_batch (batch_id, merchant_id, ledger, name, key_hash, body_hash)
      SELECT 'pbat_' || $1 || n, $1, (SELECT ledger FROM ledger WHERE ledger > 999 AND currency = 'XAF'), 'Wages', $1 || n, 'x'
      FROM generate_series(1, $2) AS n`,
      [merchantId, OPEN_BATCHES_MAX - 1],
    );
    const draft = (app: RunningApp) => {
      const idempotency = { keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url('body') };
      const mode = 'test' as const;
      const command = { merchantId, mode, batchId: newId('payoutBatch'), name: 'Wages', rows: [], idempotency };
      return app.get(DraftBatches).create(received(command));
    };
    const replies = await Promise.all([...apps, ...apps, ...apps].map((app) => patiently(() => draft(app))));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ code: 'payout_batch_limit_reached' });
  });

  it('are of lists that know each other: of those with the same rows that are sealed at a time, one repeats none', async () => {
    const merchantId = newId('merchant');
    const drafts = await Promise.all([...apps, ...apps, ...apps].map(() => batches.drafted(merchantId, lines(1))));
    const sealed = await Promise.all(drafts.map(async (draft) => accepted(await batches.seal(draft))));
    expect(sealed.filter(({ repeats }) => repeats === null)).toHaveLength(1);
  });

  it('of what a member approves alone hold for the day', async () => {
    const merchantId = await earnedBy({ world, operator, intents }, '100000');
    const [ada, grace] = [newId('member'), newId('member')];
    const first = await batches.ready(merchantId, lines(20), ada);
    accepted(await batches.approve(first, { actor: ada }));
    const [own, ofKey] = [
      await batches.ready(merchantId, lines(21), ada),
      await batches.ready(merchantId, lines(22), newId('apiKey')),
    ];
    expect([own.approvalsMissing, ofKey.approvalsMissing]).toEqual([1, 1]);
    // 2,000 and 2,100 francs are within the 5,000 of a day, and 2,200 more are not
    const replies = await Promise.all(apps.map((app, index) => approveAt(app, index === 0 ? own : ofKey, ada)));
    const sent = replies.filter((reply) => reply.ok && reply.data.status === 'PROCESSING');
    expect(sent).toHaveLength(1);
    for (const batch of [own, ofKey]) {
      const now = await batches.get(batch);
      if (now.status === 'PROCESSING') continue;
      expect(now).toMatchObject({ status: 'READY', approvalsMissing: 1 });
      expect(await batches.approve(now, { actor: ada })).toMatchObject({ code: 'second_person_required' });
      expect(accepted(await batches.approve(now, { actor: grace })).status).toBe('PROCESSING');
    }
    // what another person stands behind is not approved alone
    const shared = await batches.ready(merchantId, lines(23), grace);
    expect(accepted(await batches.approve(shared, { actor: ada })).status).toBe('PROCESSING');
    // nor is it a bound of another member
    expect(
      accepted(await batches.approve(await batches.ready(merchantId, lines(24), grace), { actor: grace })).status,
    ).toBe('PROCESSING');
    expect(await world.violations()).toEqual([]);
  });

  it('hold for a list and for the next row: neither reads what waits in batches', async () => {
    const merchantId = await earnedBy({ world, operator, intents }, '100000');
    const rows = 300;
    for (let count = 0; count < 3; count++) {
      const batch = await batches.ready(merchantId, lines(rows));
      accepted(await batches.approve(batch));
    }
    const work = noWork();
    const app = apps[0];
    if (app === undefined) throw new Error('no instance');
    const listed = await app.get(UnitOfWork).run(
      async (tx) => {
        explained(tx, work);
        const on = tx as unknown as Database;
        await new BatchRowsRepository(on).nextSeconds();
        return new BatchesRepository(on).list({ merchantId, mode: 'test', limit: 100 });
      },
      { requestId: newId('request') },
    );
    expect(listed.map(({ rowCount, pending }) => [rowCount, pending])).toEqual(Array(3).fill([rows, rows]));
    expect(work.scanned.filter((table) => table === 'payout_batch_row')).toEqual([]);
    expect(work.tuples).toBeLessThan(rows);
  });
});
