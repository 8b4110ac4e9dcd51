import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import type { Item } from '../../readers/reconciliation/comparison.repository.js';
import type { Run } from '../../readers/reconciliation/runs.repository.js';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import type { StatementModel } from './statement-model.js';
import { AFTER, BEFORE, DAY, errors, reported, statementModel } from './statement-model.js';

jest.setTimeout(300_000);

/** Payments of the day. 100,000 take RECONCILED_ROWS=100000. */
const ROWS = Number(process.env['RECONCILED_ROWS'] ?? 10_000);
/** One payment in seven has an error, of 14 kinds: with 100,000 more than 1,000 of each. */
const ERRORS_EVERY = 7;
const SEED = 20_250_310;

/** Guarantees that a comparison neither misses an error nor reports one that is none. */
describe.each<MobileOperator>(['mtn_momo', 'orange_money'])('the statement of %s', (rail) => {
  let reconciliation: ReconciliationUnderTest;
  let model: StatementModel;
  let run: Run;
  let items: readonly Item[];
  const on = (day: string) => ({ rail, mode: 'live' as const, day });

  beforeAll(async () => {
    model = statementModel(rail, rail === 'mtn_momo' ? ROWS : Math.ceil(ROWS / 10), ERRORS_EVERY, SEED);
    reconciliation = await ReconciliationUnderTest.start(`reconciliation ${rail}`);
    await reconciliation.book(rail, model.operations);
    await reconciliation.reconcile(on(BEFORE), model.before);
    await reconciliation.reconcile(on(AFTER), model.after);
    run = await reconciliation.reconcile(on(DAY), model.lines);
    items = await reconciliation.items(run);
  });
  afterAll(() => reconciliation.end());

  it('has errors of every kind', () => {
    const kinds = new Set(model.expected.values());
    expect([...kinds].toSorted()).toEqual([...new Set(errors.map((error) => reported[error]))].toSorted());
    expect(model.expected.size).toBeGreaterThan(model.lines.length / ERRORS_EVERY / 2);
  });

  it('has a confusion matrix without a miss or a false alarm', () => {
    const found = new Map(
      items.map(({ lineNumber, operationId, difference, result }) => [
        String(lineNumber ?? operationId),
        difference ?? result,
      ]),
    );
    const matrix: Record<string, number> = {};
    for (const key of new Set([...model.expected.keys(), ...found.keys()])) {
      const cell = `${model.expected.get(key) ?? 'matched'} reported as ${found.get(key) ?? 'matched'}`;
      matrix[cell] = (matrix[cell] ?? 0) + 1;
    }
    const diagonal: Record<string, number> = {};
    for (const error of model.expected.values()) {
      const cell = `${error} reported as ${error}`;
      diagonal[cell] = (diagonal[cell] ?? 0) + 1;
    }
    expect(matrix).toEqual(diagonal);
    expect(items).toHaveLength(model.expected.size);
  });

  it('has counts that add up to its lines', () => {
    expect(run).toMatchObject({ state: 'compared', isMatched: false, lines: model.lines.length, awaited: 0 });
    expect(run.matched).toBe(model.matched);
    const { matched, missingHere, differs, duplicate, unreadable } = run;
    expect(matched + missingHere + differs + duplicate + unreadable).toBe(run.lines);
  });

  it('has the rail asked about what differs, and about nothing else', async () => {
    const due = await reconciliation.home.query<{ id: string }>(
      'SELECT operation_id AS id FROM rail_operation WHERE due_at <= clock_timestamp() ORDER BY 1',
    );
    const asked = items.filter(({ operationId, result }) => operationId !== null && result !== 'duplicate');
    expect(due.map(({ id }) => id)).toEqual(asked.map(({ operationId }) => operationId).toSorted());
    expect(due.length).toBeGreaterThan(0);
  });

  it('changes nothing when it comes again', async () => {
    const tables = ['statement_line', 'reconciliation_item', 'rail_operation'] as const;
    const before = await reconciliation.home.rowsOf(...tables);
    const again = await reconciliation.reconcile(on(DAY), model.lines);
    expect(again).toMatchObject({ state: 'replaced', remark: 'the same file stands' });
    expect(await reconciliation.home.rowsOf(...tables)).toEqual(before);
    expect(await reconciliation.runs.ofDay(on(DAY))).toMatchObject([{ runId: run.runId }, { runId: again.runId }]);
  });

  it('is replaced by a corrected one', async () => {
    const wrong = new Set(model.expected.keys());
    const right = model.lines.filter((_, index) => !wrong.has(String(index + 2)));
    const corrected = await reconciliation.reconcile(on(DAY), right);
    expect(corrected).toMatchObject({
      state: 'compared',
      matched: right.length,
      missingHere: 0,
      differs: 0,
      duplicate: 0,
    });
    expect(await reconciliation.found(run.runId)).toMatchObject({ state: 'replaced' });
    expect(await reconciliation.items(run)).toEqual([]);
    const lines = await reconciliation.home.query('SELECT FROM statement_line WHERE run_id = $1', [run.runId]);
    expect(lines).toEqual([]);
  });
});
