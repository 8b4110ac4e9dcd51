import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { Logger } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { ChargingConfig } from '../../config.js';
import { migrations } from '../../migrations/migrations.js';
import { Rails } from '../../rails/connectors/rails.js';
import { ProposalsRepository } from '../../outgoing/reversals/proposals.repository.js';
import { ComparisonRepository } from '../../readers/reconciliation/comparison.repository.js';
import { FetchStatements } from '../../readers/reconciliation/fetch-statements.js';
import { ReconcileStatements } from '../../readers/reconciliation/reconcile-statements.js';
import type { Run } from '../../readers/reconciliation/runs.repository.js';
import { ReversedLines } from '../../readers/reconciliation/reversed-lines.js';
import { RunsRepository } from '../../readers/reconciliation/runs.repository.js';
import { testPhones, testUnclaimed } from './phones-under-test.js';
import { DAY, HEADER } from './statement-model.js';

const LINES = 50;

/** The reconciliation of one process. */
interface Instance {
  readonly database: Database;
  readonly runs: RunsRepository;
  readonly statements: ReconcileStatements;
  readonly jobs: FetchStatements;
}

let home: TestDatabase;
let one: Instance;
let other: Instance;
beforeAll(async () => {
  home = await testDatabase('concurrent readers', migrations);
  [one, other] = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all([one, other].map(({ database }) => database.close()));
  await home.drop();
});

async function start(): Promise<Instance> {
  const database = await openDatabase(home.serviceUrl, 4);
  const runs = new RunsRepository(database);
  const comparison = new ComparisonRepository(
    database,
    runs,
    new ReversedLines(new ProposalsRepository()),
    testUnclaimed(),
  );
  const logger = new Logger({ service: 'test', instance: 'suite', level: 'silent' });
  const statements = new ReconcileStatements(runs, comparison, testPhones, logger);
  const jobs = new FetchStatements(new Rails(new ChargingConfig()), runs, statements, comparison);
  return { database, runs, statements, jobs };
}

/** A file of a day of its own, uploaded in so many parts. */
async function uploaded(day: string, parts: number): Promise<Run> {
  const lines = Array.from(
    { length: LINES },
    (_, index) => `op-${index},ref-${day}-${index},${day}T12:00:00Z,700,XAF,collection,succeeded`,
  );
  const file = Buffer.from([HEADER, ...lines].map((line) => `${line}\n`).join(''));
  const hash = createHash('sha256').update(file).digest('hex');
  const run = await one.runs.begin({ rail: 'mtn_momo', mode: 'live', day }, hash, BigInt(file.length));
  if (run === undefined) throw new Error('the day has not ended');
  const size = Math.ceil(file.length / parts);
  for (let part = 0; part < parts; part++)
    await one.runs.addPart(run.runId, part, file.subarray(part * size, (part + 1) * size));
  return (await one.runs.received(run.runId, parts)) ?? run;
}

async function expectWhole({ runId }: Run): Promise<void> {
  const run = await one.runs.find(runId);
  expect(run).toMatchObject({ state: 'compared', lines: LINES, missingHere: LINES, remark: null });
  expect(await home.query('SELECT FROM statement_line WHERE run_id = $1', [runId])).toHaveLength(LINES);
  expect(await home.query('SELECT FROM statement_part WHERE run_id = $1', [runId])).toEqual([]);
}

/** Guarantees that an upload stands with all its lines, however many instances read it. */
describe.each([1, 5])('an uploaded file of %i parts', (parts) => {
  it('is read by one of two instances that look for it at once', async () => {
    const run = await uploaded(`2025-04-0${parts}`, parts);
    const readings = [one, other].map(({ runs }) => jest.spyOn(runs, 'parts'));
    await Promise.all([one, other].map(({ jobs }) => jobs.readUploads()));
    expect(readings.flatMap(({ mock }) => mock.calls)).toEqual([[run.runId]]);
    for (const reading of readings) reading.mockRestore();
    await expectWhole(run);
  });

  it('stands whole when another instance has concluded it while this one reads', async () => {
    const run = await uploaded(`2025-05-0${parts}`, parts);
    const interrupted = async function* (): AsyncGenerator<Uint8Array> {
      let isFirst = true;
      for await (const part of other.runs.parts(run.runId)) {
        yield part;
        if (isFirst) await one.statements.reconcile(run, one.runs.parts(run.runId));
        isFirst = false;
      }
    };
    await other.statements.reconcile(run, interrupted());
    await expectWhole(run);
  });
});

describe('a fetch that has died', () => {
  const railDay = { rail: 'mtn_momo', mode: 'live', day: DAY } as const;
  const linesOf = ({ runId }: Run) => home.query('SELECT FROM statement_line WHERE run_id = $1', [runId]);
  const died = async (): Promise<Run> => {
    const run = await one.runs.beginFetch(railDay);
    if (run === undefined) throw new Error('not begun');
    await one.runs.addLines(run.runId, [{ number: 2, fault: 'too few columns' }]);
    await home.query(`UPDATE reconciliation_run SET begun_at = begun_at - interval '8 days' WHERE run_id = $1`, [
      run.runId,
    ]);
    return run;
  };

  it('leaves no lines', async () => {
    const run = await died();
    expect(await other.runs.beginFetch(railDay)).toBeDefined();
    expect(await one.runs.find(run.runId)).toMatchObject({ state: 'refused', remark: 'the fetch did not end' });
    expect(await linesOf(run)).toEqual([]);
    await home.query(`DELETE FROM reconciliation_run WHERE state = 'receiving'`);
  });

  it('does not keep retention from its work, even with lines that came later', async () => {
    const run = await died();
    await other.runs.beginFetch(railDay);
    await one.runs.addLines(run.runId, [{ number: 3, fault: 'too few columns' }]);
    await one.runs.deleteOld();
    expect(await one.runs.find(run.runId)).toBeUndefined();
  });
});
