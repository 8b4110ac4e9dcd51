import { createHash } from 'node:crypto';
import type { MobileOperator } from '@paygate/contracts';
import type { Database } from '@paygate/platform';
import { Logger } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { migrations } from '../../migrations/migrations.js';
import { ProposalsRepository } from '../../outgoing/reversals/proposals.repository.js';
import type { Item } from '../../readers/reconciliation/comparison.repository.js';
import { ComparisonRepository } from '../../readers/reconciliation/comparison.repository.js';
import { ReconcileStatements } from '../../readers/reconciliation/reconcile-statements.js';
import { ReversedLines } from '../../readers/reconciliation/reversed-lines.js';
import type { RailDay, Run } from '../../readers/reconciliation/runs.repository.js';
import { RunsRepository } from '../../readers/reconciliation/runs.repository.js';
import type { BookedOperation } from './statement-model.js';
import { testPhones, testUnclaimed } from './phones-under-test.js';
import { HEADER } from './statement-model.js';

const CHUNK_BYTES = 64 * 1_024;
const ROWS_AT_ONCE = 5_000;
const ITEMS_AT_ONCE = 1_000;

/** Reconciliation alone, on a database of its own, without rails. */
export class ReconciliationUnderTest {
  readonly runs: RunsRepository;
  readonly comparison: ComparisonRepository;
  readonly #statements: ReconcileStatements;

  private constructor(
    readonly home: TestDatabase,
    private readonly database: Database,
  ) {
    this.runs = new RunsRepository(database);
    this.comparison = new ComparisonRepository(
      database,
      this.runs,
      new ReversedLines(new ProposalsRepository()),
      testUnclaimed(),
    );
    const logger = new Logger({ service: 'test', instance: 'suite', level: 'silent' });
    this.#statements = new ReconcileStatements(this.runs, this.comparison, testPhones, logger);
  }

  static async start(name: string): Promise<ReconciliationUnderTest> {
    const home = await testDatabase(name, migrations);
    return new ReconciliationUnderTest(home, await openDatabase(home.serviceUrl, 4));
  }

  async end(): Promise<void> {
    await this.database.close();
    await this.home.drop();
  }

  async book(rail: MobileOperator, operations: readonly BookedOperation[]): Promise<void> {
    for (let from = 0; from < operations.length; from += ROWS_AT_ONCE)
      await this.home.query(bookSql, [rail, JSON.stringify(operations.slice(from, from + ROWS_AT_ONCE))]);
  }

  /** Reconciles a statement of these lines as an upload; the run as it is afterwards. */
  async reconcile(day: RailDay, lines: readonly string[]): Promise<Run> {
    return this.reconcileFile(day, Buffer.from([HEADER, ...lines].map((line) => `${line}\n`).join('')));
  }

  async reconcileFile(day: RailDay, file: Buffer): Promise<Run> {
    const run = await this.runs.begin(day, createHash('sha256').update(file).digest('hex'), BigInt(file.length));
    if (run === undefined) throw new Error('the day has not ended');
    await this.#statements.reconcile(run, chunksOf(file));
    return this.found(run.runId);
  }

  async found(runId: bigint): Promise<Run> {
    const run = await this.runs.find(runId);
    if (run === undefined) throw new Error('no such run');
    return run;
  }

  async items({ runId }: Run): Promise<readonly Item[]> {
    const items: Item[] = [];
    for (;;) {
      const page = await this.comparison.items(runId, items.at(-1)?.number ?? 0, ITEMS_AT_ONCE);
      items.push(...page);
      if (page.length < ITEMS_AT_ONCE) return items;
    }
  }
}

async function* chunksOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES);
  await Promise.resolve();
}

const bookSql = `
  INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked, request_id,
    accepted_at, reference, callback_token, rail_token, state, attempt, due_at, submitted_at, ended_at, suspense_journal_id, suspended_amount)
  SELECT o."operationId", o.kind, $1, 'pi_' || o."operationId", 'mer_test', 'usr_test', 950, o.amount, 14, 'sealed', '********01', 'req_test',
    o."submittedAt", o.reference, 'token_' || o."operationId", o."railToken", o.state, 1,
    CASE WHEN o."endedAt" IS NULL THEN clock_timestamp() + interval '1 day' END, o."submittedAt", o."endedAt",
    CASE WHEN o.suspended IS NOT NULL THEN 'tr_' || o."operationId" END, o.suspended
  FROM jsonb_to_recordset($2::jsonb) AS o ("operationId" text, reference uuid, "railToken" text, kind text, state text, amount bigint,
    suspended bigint, "submittedAt" timestamptz, "endedAt" timestamptz)`;
