/** Longer texts are compared by their beginning: no word is as long. */
const COMPARED_MAX_CHARACTERS = 128;

/** The word that takes the fewest changes of a letter, without regard to case; the first of several. Undefined without a text. */
function nearestWord(text: string, words: readonly string[]): string | undefined {
  const typed = text.slice(0, COMPARED_MAX_CHARACTERS).toLowerCase();
  if (typed === '') return undefined;
  const [nearest] = words
    .map((word) => ({ word, distance: changesBetween(typed, word.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return nearest?.word;
}

/** The fault of a word that is none of `words`, and what may have been meant. Nothing is taken in its place. */
export function knownWords(text: string, words: readonly string[]): string {
  return `must be one of ${words.join(', ')}${nearestPhrase(text, words)}`;
}

/** What follows the known words of a field. Empty where there is one word only. */
export function nearestPhrase(text: unknown, words: readonly string[]): string {
  const nearest = words.length > 1 && typeof text === 'string' ? nearestWord(text, words) : undefined;
  return nearest === undefined ? '' : `; the nearest is ${nearest}`;
}

/** The number of letters to insert, delete or replace (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const letter of one) {
    let diagonal = row[0] ?? 0;
    const next = [diagonal + 1];
    for (const [index, expected] of Array.from(other).entries()) {
      const above = row[index + 1] ?? 0;
      const changed = diagonal + (letter === expected ? 0 : 1);
      next.push(Math.min(changed, above + 1, (next[index] ?? 0) + 1));
      diagonal = above;
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
