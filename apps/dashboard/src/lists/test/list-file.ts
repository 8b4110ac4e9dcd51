/** A file as a person has made it, and what each cell of it is. */
export interface ListFile {
  readonly name: string;
  readonly bytes: () => Uint8Array<ArrayBuffer>;
  /** The row of the file, the number, the amount, and the name and the reference where there are any. */
  readonly rows?: readonly (readonly [number, string, string, (string | null)?, (string | null)?])[];
  /** The place and the code of each refusal: `7 C amount_decimals`; the code alone for a whole file. */
  readonly refusals?: readonly string[];
  readonly unpaid?: readonly number[];
  readonly unread?: readonly string[];
  readonly otherSheets?: readonly string[];
}

/** Text in UTF-8. */
export function utf8(...lines: readonly string[]): () => Uint8Array<ArrayBuffer> {
  return () => new TextEncoder().encode(lines.join('\r\n'));
}

/** Text of which each character is one byte, as Windows saves it; only of characters of Latin 1. */
export function latin1(...lines: readonly string[]): () => Uint8Array<ArrayBuffer> {
  return () => Uint8Array.from(lines.join('\r\n'), (character) => character.charCodeAt(0));
}

/** Text in UTF-16 with its mark, as spreadsheets save "Unicode text". */
export function utf16(...lines: readonly string[]): () => Uint8Array<ArrayBuffer> {
  return () => new Uint8Array(Uint16Array.from(`\ufeff${lines.join('\r\n')}`, (unit) => unit.charCodeAt(0)).buffer);
}
