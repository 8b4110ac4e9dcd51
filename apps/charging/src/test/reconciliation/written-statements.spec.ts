import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import type { Run } from '../../readers/reconciliation/runs.repository.js';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import type { BookedOperation } from './statement-model.js';
import { HEADER } from './statement-model.js';
import type { Row, RowCase, Scene, Written } from './written-statements.js';
import { fileForms, refusedFiles, rowCases } from './written-statements.js';

let reconciliation: ReconciliationUnderTest;
beforeAll(async () => {
  reconciliation = await ReconciliationUnderTest.start('written statements');
});
afterAll(() => reconciliation.end());

const DAY_MS = 24 * 3_600_000;
const DIFFERENCES: readonly string[] = ['status', 'kind', 'currency', 'amount'];
let days = 0;

type Booked = Scene & { readonly rail: MobileOperator; readonly mode: 'live'; readonly paidId: string };

/** Books the collection and the refund of a day that no other case has, nor the days beside it. */
async function booked({ rail = 'mtn_momo', paid }: Pick<RowCase, 'rail' | 'paid'> = {}): Promise<Booked> {
  const start = Date.parse('2024-03-01') + 3 * DAY_MS * days++;
  const [dayBefore, day, dayAfter] = [-1, 0, 1].map((by) =>
    new Date(start + by * DAY_MS).toISOString().slice(0, 10),
  ) as [string, string, string];
  const operation = (kind: BookedOperation['kind'], amount: number, more: Partial<BookedOperation> = {}) => {
    const reference = randomUUID();
    const times = { submittedAt: `${day}T11:59:00+01:00`, endedAt: `${day}T12:00:00+01:00` };
    const railToken = rail === 'orange_money' ? `MPx${reference.slice(0, 8)}` : null;
    return {
      ...{ operationId: `op_${reference}`, reference, railToken, kind, state: 'succeeded', amount, suspended: null },
      ...{ ...times, ...more },
    } as const satisfies BookedOperation;
  };
  const [first, second] = [operation('collect', 700, paid?.({ day, dayAfter })), operation('refund', 300)];
  await reconciliation.book(rail, [first, second]);
  const scene = { dayBefore, day, dayAfter, paid: writtenAs(first, day), refunded: writtenAs(second, day) };
  return { ...scene, rail, mode: 'live', paidId: first.operationId };
}

function writtenAs({ railToken, reference, kind, amount }: BookedOperation, day: string): Written {
  const name = railToken ?? reference;
  const sound = { id: '3000000001', reference: name, time: `${day}T12:00:00+01:00`, amount: String(amount) };
  const rest = { currency: 'XAF', kind: kind === 'collect' ? 'collection' : kind, status: 'succeeded' };
  return { name, row: (fields = {}) => Object.values({ ...sound, ...rest, ...fields }).join() };
}

/** What is said of the day, by row or operation, and whether it matches. */
async function saidOf(run: Run) {
  const items = await reconciliation.items(run);
  return {
    said: items.map((item) => [item.lineNumber ?? item.operationId ?? '', item.difference ?? item.result] as const),
    reasons: items.filter(({ result }) => result === 'unreadable').map(({ fault }) => fault ?? ''),
    isMatched: run.isMatched,
  };
}

/** Guarantees that each row of a file is said to be what the guide says of it, under its own number, and the day with it. */
describe('a statement with', () => {
  it.each(Object.entries(rowCases))('%s', async (_, { rows, unnamed, before, ...booking }) => {
    const scene = await booked(booking);
    if (before !== undefined) await reconciliation.reconcile({ ...scene, day: scene.dayBefore }, before(scene));
    const written: readonly Row[] = [...rows(scene), [scene.refunded.row(), 'matched']];
    const run = await reconciliation.reconcile(
      scene,
      written.map(([line]) => line),
    );
    const { said, reasons, isMatched } = await saidOf(run);
    const wrong = written.flatMap(([, says], index) =>
      says === 'matched' || says === 'blank' ? [] : [[index + 2, says] as const],
    );
    expect(new Map<number | string, string>(said)).toEqual(
      new Map<number | string, string>([
        ...wrong,
        ...(unnamed === undefined ? [] : [[scene.paidId, unnamed] as const]),
      ]),
    );
    expect(isMatched).toBe(said.length === 0);
    const counted = (...wanted: readonly string[]) => written.filter(([, says]) => wanted.includes(says)).length;
    expect(run).toMatchObject({
      ...{ state: 'compared', lines: written.length - counted('blank'), blank: counted('blank') },
      ...{ matched: counted('matched'), unreadable: counted('unreadable'), duplicate: counted('duplicate') },
      ...{ missingHere: counted('missing_here'), differs: counted(...DIFFERENCES) },
      ...{ missingThere: unnamed === 'missing_there' ? 1 : 0, awaited: unnamed === 'awaited' ? 1 : 0 },
    });
    for (const reason of reasons) expect(reason).toMatch(/\w/);
  });
});

const fileOf = ({ paid, refunded }: Scene): string => `${[HEADER, paid.row(), refunded.row()].join('\n')}\n`;

describe('a file with', () => {
  it.each(Object.entries(fileForms))('%s matches', async (_, formed) => {
    const scene = await booked();
    const run = await reconciliation.reconcileFile(scene, formed(fileOf(scene)));
    expect(run).toMatchObject({ state: 'compared', isMatched: true, lines: 2, matched: 2, unreadable: 0 });
  });

  it.each(Object.entries(refusedFiles))('%s is refused, and the day stays as it was', async (_, [reason, formed]) => {
    const scene = await booked();
    const sound = await reconciliation.reconcileFile(scene, Buffer.from(fileOf(scene)));
    const run = await reconciliation.reconcileFile(scene, formed(fileOf(scene)));
    expect(run).toMatchObject({ state: 'refused', isMatched: false, remark: expect.stringMatching(reason) });
    expect(await reconciliation.found(sound.runId)).toMatchObject({ state: 'compared', isMatched: true });
  });
});
