/** A line of a file with its number, which begins at 1: its text, or the reason why it has none. */
export type TextLine = { readonly number: number } & ({ readonly text: string } | { readonly fault: string });

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

const [LINE_FEED, CARRIAGE_RETURN] = [0x0a, 0x0d];
const CONTROL = /\p{Cc}/u;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The lines of a file in UTF-8, which end with LF or CRLF, for each chunk of its bytes. What is longer than {@link LINE_MAX_BYTES}, is not
 * UTF-8, has control characters or is empty is a line with a fault. Throws {@link StatementRefused} for a file beyond its limits.
 */
export async function* textLines(
  chunks: AsyncIterable<Uint8Array>,
  limits: TextLimits = { lines: STATEMENT_MAX_LINES, bytes: STATEMENT_MAX_BYTES },
): AsyncGenerator<readonly TextLine[]> {
  const splitter = new LineSplitter(limits);
  for await (const chunk of chunks) yield splitter.take(chunk);
  yield splitter.end();
}

class LineSplitter {
  /** The beginning of a line whose end is not here yet. */
  #rest: Uint8Array = new Uint8Array(0);
  /** True after more of a line than a line may have. */
  #isTooLong = false;
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
    return this.#rest.length === 0 && !this.#isTooLong ? [] : [this.#line(new Uint8Array(0))];
  }

  #keep(bytes: Uint8Array): void {
    if (this.#isTooLong || bytes.length === 0) return;
    this.#isTooLong = this.#rest.length + bytes.length > LINE_MAX_BYTES + 1;
    this.#rest = this.#isTooLong ? new Uint8Array(0) : Buffer.concat([this.#rest, bytes]);
  }

  #line(end: Uint8Array): TextLine {
    this.#number += 1;
    if (this.#number > this.limits.lines) throw new StatementRefused(`more than ${this.limits.lines} lines`);
    this.#keep(end);
    const [bytes, isTooLong] = [this.#rest, this.#isTooLong];
    [this.#rest, this.#isTooLong] = [new Uint8Array(0), false];
    const line = bytes.at(-1) === CARRIAGE_RETURN ? bytes.subarray(0, -1) : bytes;
    if (isTooLong || line.length > LINE_MAX_BYTES)
      return { number: this.#number, fault: `longer than ${LINE_MAX_BYTES} bytes` };
    return { number: this.#number, ...textOf(line, this.#number === 1) };
  }
}

function textOf(bytes: Uint8Array, isFirst: boolean): { readonly text: string } | { readonly fault: string } {
  const decoded = decode(bytes);
  if (decoded === undefined) return { fault: 'not UTF-8' };
  const text = isFirst && decoded.startsWith(BYTE_ORDER_MARK) ? decoded.slice(1) : decoded;
  if (text === '') return { fault: 'empty' };
  return CONTROL.test(text) ? { fault: 'control characters' } : { text };
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
