import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  AcceptReconciliationCommand,
  MobileOperator,
  Mode,
  ReconciliationInfo,
  ReconciliationItem,
} from '@paygate/contracts';
import {
  acceptReconciliation,
  addStatementPart,
  beginStatement,
  endStatement,
  listReconciliationItems,
  mobileOperators,
  modes,
  readReconciliation,
  RECONCILIATION_ITEMS_MAX,
  STATEMENT_FILE_MAX_BYTES,
  STATEMENT_PART_BYTES,
} from '@paygate/contracts';
import { csvCell, zonedText } from '@paygate/paper';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';
import { timeOf } from './typed-words.js';

/** A day of a rail's statements. */
export interface StatementDay {
  readonly rail: MobileOperator;
  readonly mode: Mode;
  readonly day: string;
}

/** A comparison of a day, by what its report names. */
export type ReportedDay = Omit<AcceptReconciliationCommand, 'acceptance'>;

type Sender = Pick<Operator, 'send'>;

const LOOK_EVERY_MS = 500;
const LOOKS = 240;
const COLUMNS = [
  ...['result', 'detail', 'line', 'operatorId', 'reference', 'time', 'amount', 'currency', 'kind', 'status'],
  ...['operationId', 'stateHere', 'amountHere'],
] as const satisfies readonly (keyof ReconciliationItem)[];
const NUMBERS: ReadonlySet<keyof ReconciliationItem> = new Set(['line', 'amount', 'amountHere']);

/** Reads rail, mode and day from the words of a command line. */
export function statementDay(railWord: string, modeWord: string, day: string): StatementDay {
  const rail = mobileOperators.find((known) => known === railWord);
  if (rail === undefined) throw new BadUsage(`"${railWord}" is not a rail: ${mobileOperators.join(', ')}`);
  const mode = modes.find((known) => known === modeWord);
  if (mode === undefined) throw new BadUsage(`"${modeWord}" is not a mode: ${modes.join(', ')}`);
  if (!/^20\d\d-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day)))
    throw new BadUsage(`"${day}" is not a day such as 2026-01-31`);
  return { rail, mode, day };
}

/** Reads what the lines of a report name as their report. */
export function reportedDay(day: StatementDay, word: string): ReportedDay {
  const [, runId, comparedAt] = /^([1-9]\d{0,17})@(.+)$/.exec(word) ?? [];
  if (runId === undefined || comparedAt === undefined)
    throw new BadUsage(`"${word}" is not a report such as 7@2026-02-01T00:20:00.000Z`);
  return { ...day, runId, comparedAt: timeOf(comparedAt) };
}

/** The reconciliation of a day: what stands, and the newest statement when that is another. */
export async function showReconciliation({ send }: Sender, day: StatementDay): Promise<object> {
  return accepted(await send(readReconciliation, day)).runs;
}

/** Sends a file, or with `-` the standard input, in parts, and waits until it was compared. */
export async function uploadStatement({ send }: Sender, day: StatementDay, file: string): Promise<object> {
  const statement = await contentsOf(file === '-' ? process.stdin : createReadStream(file));
  const fileHash = createHash('sha256').update(statement).digest('hex');
  const { runId } = accepted(await send(beginStatement, { ...day, fileHash, fileBytes: statement.length }));
  const parts = Math.ceil(statement.length / STATEMENT_PART_BYTES);
  for (let number = 0; number < parts; number += 1) {
    const bytes = statement.subarray(number * STATEMENT_PART_BYTES, (number + 1) * STATEMENT_PART_BYTES);
    accepted(await send(addStatementPart, { runId, number, bytes: bytes.toString('base64') }));
  }
  accepted(await send(endStatement, { runId, parts }));
  for (let look = 0; look < LOOKS; look += 1) {
    const { runs } = accepted(await send(readReconciliation, day));
    const run = runs.find((known) => known.runId === runId);
    if (run === undefined) throw new Error('a later statement of this day was uploaded in the meantime');
    if (run.state === 'refused') throw new Error(`refused: ${run.remark ?? ''}`);
    if (run.state !== 'received') return run;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error('the statement was not compared within two minutes: look again with the command "reconciliation"');
}

/** The items that do not match, as CSV with a header. Each names the report, which an acceptance repeats. */
export async function reconciliationReport({ send }: Sender, day: StatementDay): Promise<string> {
  const run = await standing({ send }, day);
  const report = `${run.runId}@${run.comparedAt ?? ''}`;
  const lines = [[...COLUMNS, 'report'].join()];
  for (let after = 0; ;) {
    const page = { runId: run.runId, after, limit: RECONCILIATION_ITEMS_MAX };
    const { items } = accepted(await send(listReconciliationItems, page));
    lines.push(...items.map((item) => [...COLUMNS.map((column) => cellOf(item, column)), report].join()));
    const last = items.at(-1);
    if (last === undefined || items.length < RECONCILIATION_ITEMS_MAX) return lines.join('\n');
    after = last.number;
  }
}

/** The day counts as matched, with what was done about it, unless it was compared again since the report. */
export async function acceptStatement({ send }: Sender, reported: ReportedDay, acceptance: string): Promise<object> {
  return accepted(await send(acceptReconciliation, { ...reported, acceptance })).run;
}

async function standing({ send }: Sender, day: StatementDay): Promise<ReconciliationInfo> {
  const run = accepted(await send(readReconciliation, day)).runs.find(({ state }) => state === 'compared');
  if (run === undefined) throw new Error('no statement of this day was compared');
  return run;
}

/** A time is in the day of Africa/Douala that the report is of. */
function cellOf(item: ReconciliationItem, column: (typeof COLUMNS)[number]): string {
  const { [column]: value = '' } = item;
  const text = column === 'time' && value !== '' ? zonedText(String(value)) : String(value);
  return csvCell(text, NUMBERS.has(column) ? 'number' : 'text');
}

/** All of a statement. Throws when it is empty, or larger than charging takes it. */
async function contentsOf(stream: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > STATEMENT_FILE_MAX_BYTES) break;
  }
  if (bytes === 0 || bytes > STATEMENT_FILE_MAX_BYTES)
    throw new Error(
      `a statement has 1 to ${STATEMENT_FILE_MAX_BYTES} bytes, this one ${bytes === 0 ? 'none' : 'more'}`,
    );
  return Buffer.concat(chunks);
}
