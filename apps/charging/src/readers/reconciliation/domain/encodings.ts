/** The beginnings of files that are no text in UTF-8, in hexadecimal digits. A longer one comes before what it begins with. */
const signatures: readonly (readonly [string, string])[] = [
  ['fffe0000', 'UTF-32'],
  ['0000feff', 'UTF-32'],
  ['fffe', 'UTF-16'],
  ['feff', 'UTF-16'],
  ['504b0304', 'a ZIP archive such as an XLSX file'],
  ['d0cf11e0', 'an XLS file'],
  ['1f8b', 'a gzip archive'],
  ['25504446', 'a PDF file'],
];
const SIGNATURE_BYTES = 4;
const NUL = 0x00;

/** The encoding or the format that the beginning of a file names, when that is not UTF-8; undefined when it names none. */
export function formatOf(beginning: Uint8Array): string | undefined {
  const hex = Buffer.from(beginning.subarray(0, SIGNATURE_BYTES)).toString('hex');
  return signatures.find(([signature]) => hex.startsWith(signature))?.[1];
}

/** True for ASCII in UTF-16: every other byte is NUL. A line that was split at a byte of LF may have one NUL more or less. */
export function isUtf16(line: Uint8Array): boolean {
  if (line.length < 2 || !line.includes(NUL)) return false;
  const nuls = line.reduce((count, byte) => (byte === NUL ? count + 1 : count), 0);
  return Math.abs(nuls * 2 - line.length) <= 1;
}
