/** Marks that a copied text carries and nobody sees: directions, joiners, soft hyphens, controls. A line break parts words. */
const INVISIBLE = /[\p{Cf}\p{Mn}\u{fe0f}]|(?![\s])\p{Cc}/gu;

/** A typed text in compatibility form (NFKC), without marks that nobody sees, with the digits of every script as 0 to 9. */
export function plainOf(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .trim();
}

/** Unicode keeps the ten digits of a script together, in order. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (zero > 0 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}
