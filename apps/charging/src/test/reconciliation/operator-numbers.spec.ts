import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { RailDay } from '../../readers/reconciliation/runs.repository.js';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import type { BookedOperation } from './statement-model.js';
import { BEFORE, DAY } from './statement-model.js';

jest.setTimeout(120_000);

const of = (day: string): RailDay => ({ rail: 'mtn_momo', mode: 'live', day });
let reconciliation: ReconciliationUnderTest;
beforeAll(async () => {
  reconciliation = await ReconciliationUnderTest.start('operator-numbers');
});
afterAll(() => reconciliation.end());

let count = 0;
const booked = (more: Partial<BookedOperation> = {}): BookedOperation => {
  count += 1;
  const reference = `b6a1f5a0-8d3c-4c43-9d6f-${String(count).padStart(12, '0')}`;
  return {
    ...{ operationId: `op_${count}`, reference, railToken: null, kind: 'collect', state: 'succeeded', amount: 700 },
    ...{ suspended: null, submittedAt: `${DAY}T11:59:30+01:00`, endedAt: `${DAY}T12:00:00+01:00`, ...more },
  };
};
const number = ({ operationId }: BookedOperation, given: string): Promise<unknown> =>
  reconciliation.home.query('UPDATE rail_operation SET provider_reference = $2 WHERE operation_id = $1', [
    ...[operationId, given],
  ]);
const line = (operatorId: string, reference = '', day: string = DAY): string =>
  [operatorId, reference, `${day}T12:00:00+01:00`, '700', 'XAF', 'collection', 'succeeded'].join();
const reported = async (lines: readonly string[]): Promise<readonly unknown[]> => {
  const run = await reconciliation.reconcile(of(DAY), lines);
  return (await reconciliation.items(run)).map(({ lineNumber, operationId, result }) => [
    ...[lineNumber, operationId, result],
  ]);
};

/** Guarantees that a line without a reference is matched by the operator's own number, where that names one operation alone. */
describe('a line without a reference', () => {
  it('is matched by the number of the operator, however either of them writes it', async () => {
    const [one, other] = [booked(), booked()];
    await reconciliation.book('mtn_momo', [one, other]);
    await number(one, '8417205391');
    await number(other, 'MP250310.1200.A1');
    expect(await reported([line('8417205391'), line('mp250310-1200-a1')])).toEqual([]);
    // by the reference, too
    expect(await reported([line('8417205391', one.reference), line('1', other.reference)])).toEqual([]);
    expect(await reported([line('8417205392'), line('1', other.reference)])).toEqual([
      [2, null, 'missing_here'],
      [null, one.operationId, 'missing_there'],
    ]);
    // a reference that names nothing is no reason to take the number
    expect(await reported([line('8417205391', 'unknown'), line('1', other.reference)])).toEqual([
      [2, null, 'missing_here'],
      [null, one.operationId, 'missing_there'],
    ]);
    expect(await reported([line('8417205391'), line('8417205391'), line('1', other.reference)])).toEqual([
      [3, one.operationId, 'duplicate'],
    ]);
    expect(await reported([line('8417205391'), line('2', one.reference), line('1', other.reference)])).toEqual([
      [2, one.operationId, 'duplicate'],
    ]);
    // of another amount
    const wrong = line('8417205391').replace(',700,', ',701,');
    expect(await reported([wrong, line('1', other.reference)])).toEqual([[2, one.operationId, 'differs']]);
    expect(await reported([line('8417205391'), line('1', other.reference)])).toEqual([]);
  });

  it('that the day before has with or without one is a duplicate', async () => {
    await reconciliation.home.query(
      'DELETE FROM reconciliation_item; DELETE FROM statement_line; DELETE FROM reconciliation_run',
    );
    const [one, other] = [booked(), booked()];
    await reconciliation.book('mtn_momo', [one, other]);
    await number(one, '9000000001');
    await number(other, '9000000002');
    await reconciliation.reconcile(of(BEFORE), [line('9000000001', '', BEFORE), line('9000000002', '', BEFORE)]);
    const items = await reported([line('9000000001'), line('3', other.reference)]);
    expect(items.filter((item) => (item as unknown[])[2] === 'duplicate')).toEqual([
      [2, one.operationId, 'duplicate'],
      [3, other.operationId, 'duplicate'],
    ]);
  });

  it('is not matched by a number that two operations have', async () => {
    const [one, other] = [booked(), booked()];
    await reconciliation.book('mtn_momo', [one, other]);
    for (const each of [one, other]) await number(each, '7000000001');
    const items = await reported([line('7000000001')]);
    expect(items).toEqual(
      expect.arrayContaining([
        [2, null, 'missing_here'],
        [null, one.operationId, 'missing_there'],
        [null, other.operationId, 'missing_there'],
      ]),
    );
  });

  it('is compared again once an operation has the number', async () => {
    const late = booked({ state: 'pending', endedAt: null });
    await reconciliation.book('mtn_momo', [late]);
    const run = await reconciliation.reconcile(of(DAY), [line('6000000001')]);
    const ofLine = async () => (await reconciliation.items(run)).filter(({ lineNumber }) => lineNumber === 2);
    expect(await ofLine()).toMatchObject([{ result: 'missing_here', operationId: null }]);
    await reconciliation.home.query(
      `UPDATE rail_operation SET state = 'succeeded', ended_at = $2::timestamptz, due_at = NULL, provider_reference = '6000000001',
         updated_at = clock_timestamp() WHERE operation_id = $1`,
      [late.operationId, `${DAY}T12:00:00+01:00`],
    );
    await reconciliation.home
      .query(`UPDATE reconciliation_run SET day = date(timezone('Africa/Douala', clock_timestamp())) - 1
      WHERE run_id = ${String(run.runId)}`);
    await reconciliation.comparison.compareAgain();
    expect(await ofLine()).toEqual([]);
  });
});
