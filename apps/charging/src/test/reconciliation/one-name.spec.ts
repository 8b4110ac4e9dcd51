import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import { blankRows, otherRows, othersThan, spellingsOf } from '@paygate/contracts/test';
import type { QueryRunner } from 'typeorm';
import { NameLinesOnce1796171000000 } from '../../migrations/reconciliation/1796171000000-name-lines-once.js';
import type { Run } from '../../readers/reconciliation/runs.repository.js';
import { ReconciliationUnderTest } from './reconciliation-under-test.js';
import { HEADER } from './statement-model.js';

let reconciliation: ReconciliationUnderTest;
beforeAll(async () => {
  reconciliation = await ReconciliationUnderTest.start('one name');
});
afterAll(() => reconciliation.end());

let days = 0;
const DAY_MS = 24 * 3_600_000;

/** A day of a rail on which one collection of 700 has succeeded. Every booking has a day of its own, two days apart. */
async function booked(rail: MobileOperator = 'mtn_momo', railToken: string | null = null, from = '2025-01-01') {
  const day = new Date(Date.parse(from) + 2 * DAY_MS * days++).toISOString().slice(0, 10);
  return { rail, mode: 'live' as const, day, ...(await bookedOn(rail, day, railToken)) };
}

async function bookedOn(rail: MobileOperator, day: string, railToken: string | null = null) {
  const reference = randomUUID();
  const operationId = `op_${reference}`;
  await reconciliation.book(rail, [
    {
      ...{ operationId, reference, railToken, kind: 'collect', state: 'succeeded', amount: 700, suspended: null },
      ...{ submittedAt: `${day}T11:59:00+01:00`, endedAt: `${day}T12:00:00+01:00` },
    },
  ]);
  return { operationId, reference };
}

const lineOf = (day: string, reference: string, id = '3000000001'): string =>
  [id, reference, `${day}T12:00:00+01:00`, '700', 'XAF', 'collection', 'succeeded'].join();

const countsOf = ({ lines, matched, missingHere, missingThere, duplicate, unreadable, blank, isMatched }: Run) => ({
  ...{ lines, matched, missingHere, missingThere, duplicate, unreadable, blank, isMatched },
});
const MATCHED = { matched: 1, missingHere: 0, missingThere: 0, duplicate: 0, isMatched: true };
const UNKNOWN = { matched: 0, missingHere: 1, missingThere: 1, duplicate: 0, isMatched: false };
const TWICE = { lines: 2, matched: 1, missingHere: 0, missingThere: 0, duplicate: 1, isMatched: false };

/** Guarantees that the reference of MTN MoMo, a UUID, is one identity however its statement writes it. */
describe('a UUID of MTN MoMo in a statement', () => {
  const SAMPLE = '0b0f9c1e-6a3c-4b1e-9a57-0d5a6a1f2c3d';

  it.each(spellingsOf(SAMPLE).map((text, index) => [text, index] as const))('matches as %s', async (_, index) => {
    const { reference, ...day } = await booked();
    const run = await reconciliation.reconcile(day, [lineOf(day.day, spellingsOf(reference)[index] ?? '')]);
    expect(countsOf(run)).toMatchObject(MATCHED);
  });

  it.each(othersThan(SAMPLE).map((text, index) => [text, index] as const))('is another than %s', async (_, index) => {
    const { reference, ...day } = await booked();
    const run = await reconciliation.reconcile(day, [lineOf(day.day, othersThan(reference)[index] ?? '')]);
    expect(countsOf(run)).toMatchObject(UNKNOWN);
  });

  it('in two spellings is a duplicate, in one statement and in the one of an earlier day', async () => {
    const { reference, ...day } = await booked();
    const spellings = spellingsOf(reference);
    const lines = spellings.map((text, index) => lineOf(day.day, text, String(index + 1)));
    const run = await reconciliation.reconcile(day, lines);
    expect(countsOf(run)).toMatchObject({ matched: 1, duplicate: spellings.length - 1, missingThere: 0 });
    const next = new Date(Date.parse(day.day) + DAY_MS).toISOString().slice(0, 10);
    const later = await reconciliation.reconcile({ ...day, day: next }, [lineOf(next, reference.toUpperCase())]);
    expect(countsOf(later)).toMatchObject({ matched: 0, duplicate: 1 });
  });

  it('has its one form in the table, whichever version writes it', async () => {
    const { reference, ...day } = await booked();
    const run = await reconciliation.reconcile(day, []);
    await writeAsBefore(run, 9, reference.toUpperCase(), reference);
    const [row] = await reconciliation.home.query(
      'SELECT reference, reference_uuid FROM statement_line WHERE run_id = $1',
      [run.runId],
    );
    expect(row).toEqual({ reference, reference_uuid: reference });
    const past = reconciliation.home.query(`DO $$ BEGIN
      ALTER TABLE statement_line DISABLE TRIGGER name_statement_line;
      UPDATE statement_line SET reference = upper(reference) WHERE run_id = ${run.runId};
    END $$`);
    await expect(past).rejects.toThrow('statement_line_uuid');
  });
});

/** Guarantees that what has no standard is compared byte for byte. */
describe('a token of Orange Money in a statement', () => {
  it.each(['MP1A2B3C', '0B0F9C1E-6A3C-4B1E-9A57-0D5A6A1F2C3D', '{0b0f9c1e-6a3c-4b1e-9a57-0d5a6a1f2c3e}'])(
    '%s matches as it is, and in no other case',
    async (token) => {
      const day = await booked('orange_money', token);
      const other = token === token.toUpperCase() ? token.toLowerCase() : token.toUpperCase();
      expect(countsOf(await reconciliation.reconcile(day, [lineOf(day.day, token)]))).toMatchObject(MATCHED);
      expect(countsOf(await reconciliation.reconcile(day, [lineOf(day.day, other)]))).toMatchObject(UNKNOWN);
    },
  );

  it('is not the UUID that the rail was never told', async () => {
    const { reference, ...day } = await booked('orange_money', `MP${days}`);
    expect(countsOf(await reconciliation.reconcile(day, [lineOf(day.day, reference)]))).toMatchObject(UNKNOWN);
  });
});

/** Guarantees that rows without contents keep no day from matching, and that every other row counts. */
describe('a statement', () => {
  it.each(blankRows)('matches with a row of %s in each place', async (_, row) => {
    const { reference, ...day } = await booked();
    const file = [row, HEADER, row, lineOf(day.day, reference), row, ''].join('\r\n');
    const run = await reconciliation.reconcileFile(day, Buffer.from(file));
    expect(countsOf(run)).toMatchObject({ ...MATCHED, lines: 1, unreadable: 0, blank: 3 });
  });

  it.each(otherRows)('does not match with a row of %s, which is named by its number', async (_, row) => {
    const { reference, ...day } = await booked();
    const run = await reconciliation.reconcileFile(
      day,
      Buffer.from([HEADER, '', ',,', lineOf(day.day, reference), row, ''].join('\n')),
    );
    expect(countsOf(run)).toMatchObject({ ...MATCHED, lines: 2, unreadable: 1, blank: 2, isMatched: false });
    expect(await reconciliation.items(run)).toMatchObject([{ lineNumber: 5, result: 'unreadable' }]);
  });

  it('that was read by earlier rules is read again, unless it was accepted', async () => {
    const { reference, ...day } = await booked();
    const lines = [lineOf(day.day, reference), ''];
    const first = await reconciliation.reconcile(day, lines);
    const asBefore = (runId: bigint) =>
      reconciliation.home.query('UPDATE reconciliation_run SET reader = 1, unreadable = 1 WHERE run_id = $1', [runId]);
    await asBefore(first.runId);
    const again = await reconciliation.reconcile(day, lines);
    expect(again).toMatchObject({ state: 'compared', isMatched: true, blank: 1 });
    await asBefore(again.runId);
    const seen = { ...day, runId: String(again.runId), comparedAt: again.comparedAt?.toISOString() ?? '' };
    expect(await reconciliation.runs.accept(seen, 'The line is empty.')).toBeDefined();
    expect(await reconciliation.reconcile(day, lines)).toMatchObject({ remark: 'the same file stands' });
  });
});

/** Stores a line as the version before does: its text, and the UUID where PostgreSQL reads one with hyphens. */
async function writeAsBefore({ runId }: Run, number: number, reference: string, uuid: string | null): Promise<void> {
  await reconciliation.home.query(
    `INSERT INTO statement_line (run_id, line_number, operator_id, reference, reference_uuid, moved_at, amount, currency, kind, status)
     SELECT run_id, $2, 'op-1', $3, $4, day::timestamp AT TIME ZONE 'Africa/Douala' + interval '12 hours', 700, 'XAF', 'collection',
       'succeeded' FROM reconciliation_run WHERE run_id = $1`,
    [runId, number, reference, uuid],
  );
}

/** Guarantees that lines of the version before are compared by these rules after the migration. */
describe('lines that were stored before', () => {
  const migration = new NameLinesOnce1796171000000();
  const runner = { query: (text: string) => reconciliation.home.query(text) } as unknown as QueryRunner;
  const recent = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

  it('compare too, and their days are compared again', async () => {
    const on = (ago: number) => ({ rail: 'mtn_momo' as const, mode: 'live' as const, day: recent(ago) });
    const [capitals, twice, urn, empty, sound] = [on(10), on(12), on(14), on(16), on(18)];
    const references = await Promise.all(
      [capitals, twice, urn, empty, sound].map(async ({ day }) => (await bookedOn('mtn_momo', day)).reference),
    );
    const [ofCapitals = '', ofTwice = '', ofUrn = '', ofEmpty = '', ofSound = ''] = references;
    const runs: Run[] = [];
    for (const [index, day] of [capitals, twice, urn, empty, sound].entries())
      runs.push(await reconciliation.reconcile(day, [`x${index}`]));
    const [first, second, third, fourth, fifth] = runs as [Run, Run, Run, Run, Run];
    await reconciliation.home.query('DELETE FROM statement_line WHERE line_number = 2');
    await migration.down(runner);
    await writeAsBefore(first, 2, ofCapitals.toUpperCase(), ofCapitals);
    await writeAsBefore(second, 2, ofTwice, ofTwice);
    await writeAsBefore(second, 3, ofTwice.toUpperCase(), ofTwice);
    await writeAsBefore(third, 2, `urn:uuid:${ofUrn}`, null);
    await writeAsBefore(fourth, 2, ofEmpty, ofEmpty);
    await reconciliation.home.query(
      `INSERT INTO statement_line (run_id, line_number, fault) VALUES ($1, 3, 'empty'), ($1, 4, 'kind is not known')`,
      [fourth.runId],
    );
    await writeAsBefore(fifth, 2, ofSound, ofSound);
    await reconciliation.home.query('UPDATE reconciliation_run SET lines = 3 WHERE run_id = $1', [fourth.runId]);

    await migration.up(runner);
    await migration.up(runner);
    await reconciliation.comparison.compareAgain();
    const found = async ({ runId }: Run) => countsOf(await reconciliation.found(runId));
    expect(await found(first)).toMatchObject(MATCHED);
    expect(await found(second)).toMatchObject({ ...TWICE, lines: 1 });
    expect(await found(third)).toMatchObject(MATCHED);
    expect(await found(fourth)).toMatchObject({ ...MATCHED, lines: 2, unreadable: 1, blank: 1, isMatched: false });
    expect(await found(fifth)).toMatchObject(MATCHED);
    const stale = await reconciliation.home.query('SELECT FROM reconciliation_run WHERE is_stale AND day > $1::date', [
      recent(35),
    ]);
    expect(stale).toEqual([]);
  });
});
