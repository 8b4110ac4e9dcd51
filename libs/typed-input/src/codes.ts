/**
 * The digits of a typed or pasted code. Of a whole message these are its first run of `length` digits; empty when it has none.
 * Of a text without words these are all its digits, which may be more or fewer than `length`.
 */
export function codeOf(typed: string, length: number): string {
  const runs = typed
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/\D+/);
  const whole = runs.find((run) => run.length === length);
  return whole ?? (/\p{L}/u.test(typed) ? '' : runs.join(''));
}
