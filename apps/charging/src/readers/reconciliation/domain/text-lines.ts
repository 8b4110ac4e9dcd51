import { formatOf, isUtf16 } from './encodings.js';

/** A line of a file with its number, which begins at 1: its text, or the reason why it has none. */
export type FilledLine = { readonly number: number } & ({ readonly text: string } | { readonly fault: string });
export type TextLine = FilledLine | { readonly number: number; readonly isBlank: true };

/** The whole file is refused. The message has the reason. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

export const LINE_MAX_BYTES = 1_024;
export const STATEMENT_MAX_LINES = 1_000_000;
export const STATEMENT_MAX_BYTES = 128 * 1_024 * 1_024;

export interface TextLimits {
  readonly lines: number;
  readonly bytes: number;
}

/** A line that is too long is still so without a CR at its end. */
const KEPT_BYTES = LINE_MAX_BYTES + 2;
const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const CONTROL = /\p{Cc}/u;
/** What spreadsheets leave of an empty row, and editors at the end of a file: separators and white space alone. */
const BLANK = /^[ \t,]*$/;
const BYTE_ORDER_MARK = '\ufeff';
const NOT_UTF8 = 'not UTF-8, but an encoding such as Windows-1252';
const TAB = 'a tab: fields are separated by commas';
const LONE_RETURN = 'CR inside a line: lines end with LF or CRLF';

/**
 * The lines of a file in UTF-8, which end with LF or CRLF, for each chunk of its bytes. What is longer than {@link LINE_MAX_BYTES}, is not
 * UTF-8 or has control characters is a line with a fault, which names the encoding or the line end that it has instead. Throws
 * {@link StatementRefused} for a file beyond its limits.
 */
export async function* textLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: TextLimits = { lines: STATEMENT_MAX_LINES, bytes: STATEMENT_MAX_BYTES },
): AsyncGenerator<readonly TextLine[]> {
  const splitter = new LineSplitter(limits);
  for await (const chunk of chunks) yield splitter.take(chunk);
  yield splitter.end();
}

type Content = { readonly text: string } | { readonly fault: string } | { readonly isBlank: true };

class LineSplitter {
  /** The beginning of a line whose end is not here yet, up to more than a line may have. */
  #rest: Uint8Array = new Uint8Array(0);
  #number = 0;
  #bytes = 0;

  constructor(private readonly limits: TextLimits) {}

  take(chunk: Uint8Array): readonly TextLine[] {
    this.#bytes += chunk.length;
    if (this.#bytes > this.limits.bytes) throw new StatementRefused(`more than ${this.limits.bytes} bytes`);
    const lines: TextLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      lines.push(this.#line(chunk.subarray(from, end)));
      from = end + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  /** The last line of a file need not have an end. */
  end(): readonly TextLine[] {
    return this.#rest.length === 0 ? [] : [this.#line(new Uint8Array(0))];
  }

  #keep(bytes: Uint8Array): void {
    const room = KEPT_BYTES - this.#rest.length;
    if (room > 0 && bytes.length > 0) this.#rest = Buffer.concat([this.#rest, bytes.subarray(0, room)]);
  }

  #line(end: Uint8Array): TextLine {
    this.#number += 1;
    if (this.#number > this.limits.lines) throw new StatementRefused(`more than ${this.limits.lines} lines`);
    this.#keep(end);
    const bytes = this.#rest;
    this.#rest = new Uint8Array(0);
    const line = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
    return { number: this.#number, ...contentOf(line, this.#number === 1) };
  }
}

/** The content of a line, of which `bytes` is the beginning when it is too long. */
function contentOf(bytes: Uint8Array, isFirst: boolean): Content {
  const other = (isFirst ? formatOf(bytes) : undefined) ?? (isUtf16(bytes) ? 'UTF-16' : undefined);
  if (other !== undefined) return { fault: `${other}, not UTF-8` };
  if (bytes.includes(CARRIAGE_RETURN)) return { fault: LONE_RETURN };
  if (bytes.length > LINE_MAX_BYTES) return { fault: `longer than ${LINE_MAX_BYTES} bytes` };
  const decoded = decode(bytes);
  if (decoded === undefined) return { fault: NOT_UTF8 };
  const text = isFirst && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  if (BLANK.test(text)) return { isBlank: true };
  if (!CONTROL.test(text)) return { text };
  return { fault: text.includes('\t') ? TAB : 'control characters' };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
