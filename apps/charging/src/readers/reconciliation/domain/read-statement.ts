import type { StatementLine } from './statement-line.js';
import { headerWidth, STATEMENT_HEADER, statementLineOf } from './statement-line.js';
import type { FilledLine, TextLimits, TextLine } from './text-lines.js';
import { StatementRefused, textLines } from './text-lines.js';

/** A line of a statement with its number in the file, or the reason why it cannot be read. */
export type ReadLine = { readonly number: number } & ({ readonly line: StatementLine } | { readonly fault: string });

/** The lines of a chunk of a statement. */
export interface ReadLines {
  readonly lines: readonly ReadLine[];
  /** The number of blank lines beside them. */
  readonly blank: number;
}

/**
 * The version of the rules by which lines are read. A file that was read by other rules is read again when it comes again: raise it with each
 * change of what is a line, or of the content of one.
 */
export const READER = 4;

/** The name of a line, for which its phone is sealed. */
export const lineName = (runId: bigint, number: number): string => `statement/${runId}/${number}`;

/**
 * Reads the statement of a day, for each chunk of its bytes. Blank lines are counted, and may stand before the header, too. A line that cannot
 * be read is returned with its fault, as one whose time is not in the day of Africa/Douala. Throws {@link StatementRefused} for a file that is
 * no statement.
 */
export async function* readStatement(
  chunks: AsyncIterable<Uint8Array>,
  day: string,
  limits?: TextLimits,
): AsyncGenerator<ReadLines> {
  const span = spanOf(day);
  let width: number | undefined;
  for await (const given of textLines(chunks, limits)) {
    const lines = given.filter(isFilled);
    const rows = width === undefined ? lines.slice(1) : lines;
    width ??= widthOf(lines);
    yield { lines: rows.map((line) => readLine(line, span, width)), blank: given.length - lines.length };
  }
  if (width === undefined) throw new StatementRefused('the file is empty');
}

function isFilled(line: TextLine): line is FilledLine {
  return !('isBlank' in line);
}

/** The number of fields of a line, as the header has them; undefined where there is no line yet. */
function widthOf([header]: readonly FilledLine[]): number | undefined {
  if (header === undefined) return undefined;
  const width = 'fault' in header ? header.fault : headerWidth(header.text);
  if (typeof width === 'string')
    throw new StatementRefused(`the first line is not ${STATEMENT_HEADER.join()}: ${width}`);
  return width;
}

function readLine(given: FilledLine, span: Span, width: number | undefined): ReadLine {
  const { number } = given;
  if ('fault' in given) return given;
  const line = statementLineOf(given.text, width);
  if (typeof line === 'string') return { number, fault: line };
  const at = line.movedAt.getTime();
  return at >= span.beginMs && at < span.endMs ? { number, line } : { number, fault: 'time is not in the day' };
}

interface Span {
  readonly beginMs: number;
  readonly endMs: number;
}

/** Africa/Douala is an hour ahead of UTC all year. */
function spanOf(day: string): Span {
  const beginMs = Date.parse(`${day}T00:00:00+01:00`);
  return { beginMs, endMs: beginMs + 24 * 3_600_000 };
}
