/** The object id of PostgreSQL's type text: the same in every database. */
const TEXT_OID = 25;
const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const NULL_LENGTH = -1;

/**
 * Texts as the value of a `text[]` parameter, in PostgreSQL's binary form of an array (`array_recv`), because escaping and
 * unescaping every character of long JSON texts is slow. The statement must cast the parameter to
 * `text[]`.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? NULL_LENGTH : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + LENGTH_BYTES + Math.max(length, 0), HEADER_BYTES);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  const writeInt = (value: number): void => {
    at = bytes.writeInt32BE(value, at);
  };
  // number of dimensions, whether there are nulls, type; then size and first index of the one dimension
  for (const value of [1, lengths.includes(NULL_LENGTH) ? 1 : 0, TEXT_OID, texts.length, 1]) writeInt(value);
  for (const [index, text] of texts.entries()) {
    writeInt(lengths[index] ?? NULL_LENGTH);
    if (text !== null) at += bytes.write(text, at);
  }
  return bytes;
}
