/** The longest text that a tool answers, in UTF-16 units: some 5,000 tokens of a model. */
export const MAX_TEXT = 20_000;

/** A text within the limit. A longer one is cut, and says so and what to do. */
export function bounded(text: string, advice: string): string {
  if (text.length <= MAX_TEXT) return text;
  const notice = `\n[Cut: ${text.length} characters, of which ${MAX_TEXT} are shown. ${advice}]`;
  return text.slice(0, MAX_TEXT - notice.length) + notice;
}
