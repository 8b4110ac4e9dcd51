import type { StatementLine } from './statement-line.js';
import { isHeader, STATEMENT_HEADER, statementLineOf } from './statement-line.js';
import type { TextLimits, TextLine } from './text-lines.js';
import { StatementRefused, textLines } from './text-lines.js';

/** A line of a statement with its number in the file, or the reason why it cannot be read. */
export type ReadLine = { readonly number: number } & ({ readonly line: StatementLine } | { readonly fault: string });

/**
 * Reads the statement of a day, for each chunk of its bytes. A line that cannot be read is returned with its fault, as one whose time is
 * not in the day of Africa/Douala. Throws {@link StatementRefused} for a file that is no statement.
 */
export async function* readStatement(
  chunks: AsyncIterable<Uint8Array>,
  day: string,
  limits?: TextLimits,
): AsyncGenerator<readonly ReadLine[]> {
  const span = spanOf(day);
  let hasHeader = false;
  for await (const lines of textLines(chunks, limits)) {
    const rows = hasHeader ? lines : afterHeader(lines);
    hasHeader ||= lines.length > 0;
    yield rows.map((line) => readLine(line, span));
  }
  if (!hasHeader) throw new StatementRefused('the file is empty');
}

function afterHeader(lines: readonly TextLine[]): readonly TextLine[] {
  const [header, ...rows] = lines;
  if (header !== undefined && !('text' in header && isHeader(header.text)))
    throw new StatementRefused(`the first line is not ${STATEMENT_HEADER.join()}`);
  return rows;
}

function readLine(given: TextLine, span: Span): ReadLine {
  const { number } = given;
  if ('fault' in given) return given;
  const line = statementLineOf(given.text);
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
