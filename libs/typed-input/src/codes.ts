/**
 * The digits of a typed or pasted code. Of a text with words, such as the whole message, these are its first run of `length` digits;
 * empty when it has none. Of another text these are all its digits, which may be more or fewer. Short, because the React client carries it.
 */
export function codeOf(typed: string, length: number): string {
  const runs = typed.normalize('NFKC').split(/\D/);
  return (/[a-z]/i.test(typed) ? [runs.find((run) => run.length === length)] : runs).join('');
}
