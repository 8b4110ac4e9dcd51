/** The first and the last moment that commands and databases write with a year of four digits. */
const [EARLIEST, LATEST] = [Date.parse('1000-01-01T00:00:00.000Z'), Date.parse('9999-12-31T23:59:59.999Z')];

/** A moment of a request in UTC, cut to milliseconds; undefined when the request has none. */
export function momentOf(text: string): string;
export function momentOf(text: string | null | undefined): string | undefined;
export function momentOf(text: string | null | undefined): string | undefined {
  if (text === null || text === undefined) return undefined;
  // an offset may lead into a year of three or five digits
  return new Date(Math.min(Math.max(Date.parse(text), EARLIEST), LATEST)).toISOString();
}
