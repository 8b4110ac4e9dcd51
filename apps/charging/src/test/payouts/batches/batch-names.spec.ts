import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { CompareNames } from '../../../outgoing/payouts/batches/names/compare-names.js';
import { NamesRepository } from '../../../outgoing/payouts/batches/names/names.repository.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { BatchesUnderTest, phonesOf } from './batches-under-test.js';

jest.setTimeout(120_000);

let simulator: RailSimulator;
let world: ChargingUnderTest;
let app: RunningApp;
let batches: BatchesUnderTest;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  app = await world.start();
  batches = await BatchesUnderTest.start(world);
});
afterAll(async () => {
  await batches.stop();
  await world.end();
  await simulator.stop();
});

it('names are compared with those that operators have, once a batch is sealed, and no name of an operator is kept', async () => {
  const batch = await batches.ready(newId('merchant'), [
    { phone: '+237677000001', name: 'ESSAI Aicha' },
    { phone: '+237677000003', name: 'Grace Mbarga' },
    { phone: '+237677000013', name: 'Nobody' },
    { phone: '+237697000001', name: 'Aicha Essai' },
    { phone: '+237677010001' },
  ]);
  await eventually(async () => ((await batches.get(batch)).names.waiting === 0 ? true : undefined));
  const rows = await batches.rowsOf(batch);
  expect(rows.map(({ nameCheck }) => nameCheck)).toEqual(['matches', 'differs', 'unknown', 'unknown', null]);
  expect((await batches.get(batch)).names).toEqual({ waiting: 0, matches: 1, differs: 1, unknown: 2 });
  const [stored] = await world.database.query<{ text: string }>(
    'SELECT string_agg(to_jsonb(r.*)::text, chr(10)) AS text FROM payout_batch_row r WHERE batch_id = $1',
    [batch.batchId],
  );
  expect(stored?.text).not.toMatch(/Aïcha|Aicha|Grace/);
  // the three questions to MTN; Orange is asked nothing
  expect(
    await world.database.query('SELECT count FROM recipient_lookup WHERE merchant_id = $1', [batch.merchantId]),
  ).toEqual([{ count: 3 }]);
});

it('names of live mode are asked for while more of test mode wait than are asked for at a time', async () => {
  jest.spyOn(app.get(CompareNames), 'some').mockResolvedValue(0);
  const named = (count: number) => phonesOf(count).map((phone) => ({ phone, name: 'Ada N.' }));
  const [waiting, live] = [
    await batches.ready(newId('merchant'), named(20)),
    await batches.ready(newId('merchant'), named(1)),
  ];
  await world.database.query(`BEGIN; SET LOCAL session_replication_role = 'replica';
    UPDATE payout_batch SET ledger = ${ledgerOf('live', 'XAF')} WHERE batch_id = '${live.batchId}'; COMMIT`);
  const names = app.get(NamesRepository);
  expect((await names.take('test', 4)).map(({ batchId }) => batchId)).toEqual(Array(4).fill(waiting.batchId));
  expect((await names.take('live', 4)).map(({ batchId }) => batchId)).toEqual([live.batchId]);
  jest.restoreAllMocks();
});
