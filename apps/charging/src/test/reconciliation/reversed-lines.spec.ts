import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { RailDay, Run } from '../../readers/reconciliation/runs.repository.js';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import type { BookedOperation } from './statement-model.js';
import { AFTER, BEFORE, DAY } from './statement-model.js';

jest.setTimeout(120_000);

const of = (day: string): RailDay => ({ rail: 'mtn_momo', mode: 'live', day });
let reconciliation: ReconciliationUnderTest;
beforeAll(async () => {
  reconciliation = await ReconciliationUnderTest.start('reversed lines');
  await sql('ALTER TABLE charge DISABLE TRIGGER charge_is_posted');
});
afterAll(() => reconciliation.end());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  reconciliation.home.query<Row>(text, [...values]);

let count = 0;
/** Payments of 700 that the rail has collected. */
async function collected(payments: number, endedAt = `${DAY}T12:00:00+01:00`): Promise<readonly BookedOperation[]> {
  const operations = Array.from({ length: payments }, (): BookedOperation => {
    count += 1;
    const reference = `c6a1f5a0-8d3c-4c43-9d6f-${String(count).padStart(12, '0')}`;
    return {
      ...{ operationId: `ch_${count}`, reference, railToken: null, kind: 'collect', state: 'succeeded', amount: 700 },
      ...{ suspended: null, submittedAt: endedAt, endedAt },
    };
  });
  await reconciliation.book('mtn_momo', operations);
  await sql(
    `INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, method, state, debited_id)
     SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, 'mobile_money', 'succeeded', -10950
     FROM rail_operation WHERE operation_id = ANY ($1::text[])`,
    [operations.map(({ operationId }) => operationId)],
  );
  return operations;
}

type Given = Partial<Record<'status' | 'day' | 'amount' | 'number', string>>;
const line = ({ operationId, reference }: BookedOperation, given: Given = {}): string => {
  const { status = 'succeeded', day = DAY, amount = '700', number = `${operationId}-${status}` } = given;
  return [number, reference, `${day}T12:00:00+01:00`, amount, 'XAF', 'collection', status].join();
};
const reversed = (operation: BookedOperation, given: Given = {}): string =>
  line(operation, { status: 'reversed', ...given });

const reported = async (run: Run): Promise<readonly unknown[]> =>
  (await reconciliation.items(run)).map(({ lineNumber, result, difference }) => [lineNumber, result, difference]);
const proposals = (operations: readonly BookedOperation[]): Promise<object[]> =>
  sql(
    `SELECT charge_id AS id, amount::integer, source, day::text, state FROM reversal WHERE charge_id = ANY ($1::text[]) ORDER BY charge_id`,
    [operations.map(({ operationId }) => operationId)],
  );
const waits = async (): Promise<boolean | undefined> =>
  (await sql<{ waits: boolean }>('SELECT waits FROM reversal_day WHERE day = $1', [DAY]))[0]?.waits;

/** As two persons book it. */
const book = (where: string, by = 'per_one'): Promise<unknown> =>
  sql(
    `UPDATE reversal SET state = 'booked', booked_by = $1, booked_at = clock_timestamp(), updated_at = clock_timestamp(),
    merchant_amount = amount, fee_amount = 0, receivable_amount = 0 WHERE ${where}`,
    [by],
  );

beforeEach(() =>
  sql(`DELETE FROM reconciliation_item; DELETE FROM statement_line; DELETE FROM reconciliation_run;
    ALTER TABLE reversal DISABLE TRIGGER guard_reversal; DELETE FROM reversal; ALTER TABLE reversal ENABLE TRIGGER guard_reversal;
    DELETE FROM reversal_day;
    UPDATE rail_operation SET ended_at = '2020-01-01' WHERE ended_at IS NOT NULL`),
);

/** Guarantees that a line by which the operator takes money back is proposed to persons, and that its day waits for them. */
describe('a reversed line', () => {
  it('proposes a reversal, books nothing, and differs until it is booked', async () => {
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
    const operations = await collected(2, `${day}T12:00:00+01:00`);
    const [one, other] = operations as [BookedOperation, BookedOperation];
    const lines = [line(one, { day }), line(other, { day }), reversed(one, { day })];
    const run = await reconciliation.reconcile(of(day), lines);
    expect(await reported(run)).toEqual([[4, 'differs', 'status']]);
    expect(await proposals(operations)).toEqual([
      { id: one.operationId, amount: 700, source: 'statement', day, state: 'proposed' },
    ]);
    await book('true');
    await reconciliation.comparison.compareAgain();
    expect(await reconciliation.found(run.runId)).toMatchObject({ isMatched: true, matched: 3 });
  });

  it('in place of the payment, or of an earlier day, or of a part, does the same', async () => {
    const [earlier] = await collected(1, `${BEFORE}T12:00:00+01:00`);
    const [whole, part] = await collected(2);
    if (earlier === undefined || whole === undefined || part === undefined) throw new Error('nothing was collected');
    await reconciliation.reconcile(of(BEFORE), [line(earlier, { day: BEFORE })]);
    const lines = [reversed(whole), line(part), reversed(part, { amount: '300' }), reversed(earlier)];
    expect(await reported(await reconciliation.reconcile(of(DAY), lines))).toEqual([
      ...[2, 4, 5].map((number) => [number, 'differs', 'status']),
    ]);
    const amounts = (await proposals([earlier, whole, part])).map((row) => (row as { amount: number }).amount);
    expect(amounts.toSorted()).toEqual([300, 700, 700]);
  });

  it('is proposed once, however often its day is read, and also beside what a query has reported', async () => {
    const operations = await collected(2);
    const [one, other] = operations as [BookedOperation, BookedOperation];
    await sql(
      `INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said)
       SELECT 'rv_query', charge_id, intent_id, merchant_id, ledger, 'mtn_momo', amount, 'query', 'query', 'refused' FROM charge WHERE charge_id = $1`,
      [other.operationId],
    );
    const lines = [line(one), line(other), reversed(one), reversed(other)];
    await reconciliation.reconcile(of(DAY), lines);
    await reconciliation.reconcile(of(DAY), [...lines].toReversed());
    expect(await proposals(operations)).toMatchObject([{ source: 'statement' }, { source: 'query' }]);
    await sql(`UPDATE reversal SET state = 'dismissed', dismissed_by = 'per_one' WHERE source = 'statement'`);
    await reconciliation.reconcile(of(DAY), lines);
    expect(await proposals(operations)).toMatchObject([{ state: 'dismissed' }, { source: 'query' }]);
  });

  it('that comes twice is a duplicate, and one of another amount differs: neither is proposed', async () => {
    const operations = await collected(2);
    const [one, other] = operations as [BookedOperation, BookedOperation];
    const more = reversed(other, { amount: '701' });
    const run = await reconciliation.reconcile(of(DAY), [line(one), line(other), reversed(one), reversed(one), more]);
    expect(await reported(run)).toEqual([
      [4, 'differs', 'status'],
      [5, 'duplicate', null],
      [6, 'differs', 'amount'],
    ]);
    expect(await proposals(operations)).toHaveLength(1);
  });

  it('of another number takes back another part: each is booked once, and never more than was collected', async () => {
    const [one] = await collected(1);
    if (one === undefined) throw new Error('nothing was collected');
    const part = (number: string, amount: string, day: string = DAY): string => reversed(one, { number, amount, day });
    const lines = [line(one), part('r-1', '100'), part('r-2', '300'), part('R1', '100')];
    const run = await reconciliation.reconcile(of(DAY), lines);
    expect(await reported(run)).toEqual([
      ...[3, 4].map((number) => [number, 'differs', 'status']),
      [5, 'duplicate', null],
    ]);
    const parts = (): Promise<object[]> =>
      sql('SELECT report, amount::integer, state FROM reversal ORDER BY report DESC');
    await book(`report = 'r-2'`);
    // booked is the line that was proposed, not another one of its amount; and a corrected file proposes neither again
    const again = await reconciliation.reconcile(
      of(DAY),
      lines.slice(0, 3).map((text) => text.replace('r-1', 'R-1')),
    );
    expect(await reported(again)).toEqual([[3, 'differs', 'status']]);
    expect(await parts()).toEqual([
      { report: 'r-2', amount: 300, state: 'booked' },
      { report: 'r-1', amount: 100, state: 'proposed' },
    ]);
    await book(`report = 'r-1'`);
    const later = [part('r-1', '100', AFTER), part('r-3', '300', AFTER), part('r-4', '1', AFTER)];
    expect(await reported(await reconciliation.reconcile(of(AFTER), later))).toEqual([
      [2, 'duplicate', null],
      ...[3, 4].map((number) => [number, 'differs', 'status']),
    ]);
    expect(await parts()).toMatchObject([{ report: 'r-3', amount: 300 }, { report: 'r-2' }, { report: 'r-1' }]);
  });

  it('matches by what persons have reported only where that covers every line', async () => {
    const [one] = await collected(1);
    if (one === undefined) throw new Error('nothing was collected');
    await sql(
      `INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said, proposed_by)
       SELECT 'rv_told', charge_id, intent_id, merchant_id, ledger, 'mtn_momo', 300, 'person', 'rv_told', 'told', 'per_two'
       FROM charge WHERE charge_id = $1`,
      [one.operationId],
    );
    await book('true');
    const part = (number: string): string => reversed(one, { number, amount: '300' });
    expect(await reconciliation.reconcile(of(DAY), [line(one), part('r-1')])).toMatchObject({ isMatched: true });
    const run = await reconciliation.reconcile(of(DAY), [line(one), part('r-1'), part('r-2')]);
    expect(await reported(run)).toEqual([3, 4].map((number) => [number, 'differs', 'status']));
    expect(await sql(`SELECT report FROM reversal WHERE state = 'proposed'`)).toEqual([{ report: 'r-1' }]);
    await book(`state = 'proposed'`);
    expect(await reconciliation.reconcile(of(DAY), [part('r-2'), part('r-1'), line(one)])).toMatchObject({
      isMatched: true,
    });
  });
});

/** Guarantees that a file which takes back many payments waits as a whole for a second person. */
describe('the reversed lines of a file', () => {
  it.each([
    [10, 20, false],
    [11, 1_100, false],
    [11, 1_099, true],
  ])('%i of a day with %i payments', async (lines, payments, isWaiting) => {
    const operations = await collected(payments);
    await reconciliation.reconcile(
      of(DAY),
      operations.slice(0, lines).map((operation) => reversed(operation)),
    );
    expect(await waits()).toBe(isWaiting);
  });

  it('wait for a person who books none of them, and those that come later wait again', async () => {
    const operations = await collected(20);
    const lines = operations.slice(0, 11).map((operation) => reversed(operation));
    await reconciliation.reconcile(of(DAY), lines);
    const message = 'the reversals of the day wait for another person';
    await expect(book(`charge_id = '${operations[0]?.operationId}'`)).rejects.toMatchObject({ message });
    await sql(`UPDATE reversal_day SET released_by = 'per_two', released_at = clock_timestamp()`);
    await expect(book(`charge_id = '${operations[0]?.operationId}'`, 'per_two')).rejects.toMatchObject({ message });
    await book('true');
    const later = operations.slice(11, 12).map((operation) => reversed(operation));
    await reconciliation.reconcile(of(DAY), [...lines, ...later]);
    await expect(book(`state = 'proposed'`)).rejects.toMatchObject({ message });
  });
});
