import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, jest } from '@jest/globals';
import type { ChargeFailed } from '@paygate/contracts';
import { Logger, newId } from '@paygate/platform';
import type { RunningApp, TestDatabase } from '@paygate/testing';
import { AdvanceOperation } from '../rails/operations/advance-operation.js';
import { CircuitBreaker } from '../rails/operations/pace/circuit-breaker.js';
import type { RailOperation, UnclearRailOperation } from '../rails/operations/operation.js';
import type { OperationState } from '../rails/operations/operation-status.js';
import { OperationsRepository } from '../rails/operations/operations.repository.js';
import { ResolveOperation } from '../rails/operations/resolve-operation.js';
import { SettleByReport } from '../rails/operations/settlement/settle-by-report.js';
import type { Turn } from '../rails/operations/turn.js';
import { Turns } from '../rails/operations/turn.js';
import type { Collection, RailOutcome, RailProduct } from '../rails/connectors/connector.js';
import { ChargingUnderTest, request } from './charging-under-test.js';

/** As configured by default. */
export const NOT_FOUND_SECONDS = 900;
export const AMOUNT = 700n;
export const COLLECTED = { kind: 'succeeded', amount: AMOUNT, currency: 'XAF' } as const;
export const REFUSED = { kind: 'declined', code: 'insufficient_funds', remark: 'refused' } as const;

export const noSubmission = (): Promise<RailOutcome> => Promise.reject(new Error('submitted again'));

const PAGE = 'docs/operations/backup-and-restore.md';

/** Does what the page on restores says before any rail is called. */
export async function askFirst(database: Pick<TestDatabase, 'query'>): Promise<void> {
  const statement = /^ *UPDATE rail_operation[^;]*;$/m.exec(readFileSync(PAGE, 'utf8'))?.[0];
  if (statement === undefined) throw new Error(`${PAGE} has no such statement`);
  await database.query(statement);
}

/** Two instances of charging, whose rail is the spec itself. */
export class OperationsUnderTest {
  /** The behaviour of the rail by operation. An operation that is not here has no rail. */
  readonly rails = new Map<string, Pick<RailProduct, 'submit' | 'query'>>();

  #paused: { readonly mockRestore: () => void }[] = [];

  private constructor(
    readonly world: ChargingUnderTest,
    private readonly apps: readonly RunningApp[],
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<OperationsUnderTest> {
    const world = await ChargingUnderTest.prepare(env);
    const apps = await Promise.all([world.start(), world.start()]);
    const operations = new OperationsUnderTest(world, apps);
    for (const app of apps)
      jest.spyOn(app.get(Turns), 'of').mockImplementation((operation, signal) => operations.#turnOf(operation, signal));
    return operations;
  }

  end(): Promise<void> {
    return this.world.end();
  }

  of(index: number): RunningApp {
    const app = this.apps[index];
    if (app === undefined) throw new Error('no such instance');
    return app;
  }

  get repository(): OperationsRepository {
    return this.of(0).get(OperationsRepository);
  }

  get advance(): AdvanceOperation {
    return this.of(0).get(AdvanceOperation);
  }

  get operator(): ResolveOperation {
    return this.of(0).get(ResolveOperation);
  }

  get settle(): SettleByReport {
    return this.of(1).get(SettleByReport);
  }

  /** No worker begins anything until they resume. */
  pauseWorkers(): void {
    this.#paused = this.apps.map((app) =>
      jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null }),
    );
  }

  resumeWorkers(): void {
    for (const claim of this.#paused.splice(0)) claim.mockRestore();
  }

  /** The id of an operation that is due after so many seconds. */
  async opened(
    state: OperationState,
    { dueSeconds = 3_600, ageSeconds = 0, merchantId = newId('merchant') } = {},
  ): Promise<string> {
    const [operationId, intentId] = [newId('charge'), newId('intent')];
    await this.world.database.query(
      `INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
         request_id, accepted_at, callback_token, state, attempt, submitted_at, due_at, escalation, ended_at)
       VALUES ($1, 'collect', 'mtn_momo', $2, $3, $4, 1950, 700, 14, 'sealed', '********01', $5,
         clock_timestamp() - make_interval(secs => $6), $7, $8, 1,
         CASE WHEN $8 <> 'requested' THEN clock_timestamp() END, clock_timestamp() + make_interval(secs => $9),
         CASE WHEN $8 = 'escalated' THEN 'too_old' END,
         CASE WHEN $8 IN ('succeeded', 'declined') THEN clock_timestamp() END)`,
      [
        ...[operationId, intentId, merchantId, newId('user'), newId('request'), ageSeconds],
        ...[randomBytes(24).toString('base64url'), state, dueSeconds],
      ],
    );
    return operationId;
  }

  async find(operationId: string): Promise<RailOperation> {
    const operation = await this.repository.find(operationId);
    if (operation === undefined) throw new Error('no such operation');
    return operation;
  }

  /** The types of the events of a charge. */
  outcomesOf(chargeId: string): readonly string[] {
    return this.world.outcomesOf([request({ userId: newId('user'), chargeId })]).map(({ type }) => type);
  }

  /** The decider of a declined charge. */
  deciderOf(chargeId: string): string | undefined {
    const [outcome] = this.world.outcomesOf([request({ userId: newId('user'), chargeId })]);
    return (outcome?.payload as ChargeFailed | undefined)?.decidedBy;
  }

  /** The operation as a worker has it that claims it now. */
  async claimed(id: string): Promise<RailOperation> {
    const places = { single: 1_000, bulk: 1_000 };
    const { operations } = await OperationsRepository.prototype.claim.call(this.repository, 'mtn_momo', places, 45);
    const operation = operations.find(({ operationId }) => operationId === id);
    if (operation === undefined) throw new Error('not due, or another worker has it');
    return operation;
  }

  async calledBack(id: string): Promise<void> {
    expect(await this.repository.hint('mtn_momo', (await this.find(id)).callbackToken)).toBe(true);
  }

  /** As if the lease of the worker that has it had ended. */
  dueNow(id: string, polls = 0): Promise<unknown> {
    const text =
      'UPDATE rail_operation SET due_at = clock_timestamp(), leased_until = NULL, polls = $2 WHERE operation_id = $1';
    return this.world.database.query(text, [id, polls]);
  }

  async dueInSeconds(id: string): Promise<number> {
    const [row] = await this.world.database.query<{ seconds: number }>(
      'SELECT extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM rail_operation WHERE operation_id = $1',
      [id],
    );
    return row?.seconds ?? 0;
  }

  /** The operation as the list of escalations has it. */
  async listed(id: string, { isForgotten = false } = {}): Promise<UnclearRailOperation | undefined> {
    const { operations } = await this.repository.unclear(100, { notFoundSeconds: NOT_FOUND_SECONDS, isForgotten });
    return operations.find(({ operationId }) => operationId === id);
  }

  async escalationOf(id: string): Promise<string | undefined> {
    return (await this.listed(id))?.escalation ?? undefined;
  }

  /** As if the rail had said "not found" for so long. */
  notFoundFor(id: string, seconds: number): Promise<unknown> {
    const text =
      'UPDATE rail_operation SET not_found_since = clock_timestamp() - make_interval(secs => $2) WHERE operation_id = $1';
    return this.world.database.query(text, [id, seconds]);
  }

  /** Counts the errors that are logged about a charge from now on. */
  errorsOf(id: string): () => number {
    const logged = this.apps.map((app) => jest.spyOn(app.get(Logger), 'error'));
    return () => logged.flatMap(({ mock }) => mock.calls).filter(([, , fields]) => fields?.chargeId === id).length;
  }

  async suspense(): Promise<bigint> {
    return (await this.world.balance('', 'suspense')) ?? 0n;
  }

  async float(): Promise<bigint> {
    return (await this.world.balance('mtn_momo', 'float')) ?? 0n;
  }

  #turnOf(operation: RailOperation, signal: AbortSignal): Turn | undefined {
    const rail = this.rails.get(operation.operationId);
    if (rail === undefined) return undefined;
    const { operationId: orderId, reference, railToken, amount, phone, originalReference } = operation;
    const collection: Collection = {
      ...{ orderId, reference, railToken, amount, phone, originalReference },
      ...{ currency: 'XAF', callbackUrl: undefined },
    };
    return { operation, rail, approvalSeconds: 300, breaker: new CircuitBreaker(), collection, signal };
  }
}
