import { afterAll, expect, jest, test } from '@jest/globals';
import type { Problem } from '@paygate/api-types';

// the client restores the tab's choice when it is loaded
Object.assign(globalThis, { sessionStorage: { getItem: () => null } });
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});
const { ApiError } = await import('../../../api/client.js');
const { allPages } = await import('./all-pages.js');

type Page = Awaited<ReturnType<Parameters<typeof allPages<number>>[0]>>;
const { signal } = new AbortController();
const pageOf = (rows: number, nextCursor: string | null): Page => ({ data: Array<number>(rows).fill(1), nextCursor });
const refusal = (status: number, retryAfter?: number) =>
  new ApiError(status, retryAfter === undefined ? null : ({ retryAfter } as Problem));

/** Reads what the answers give, one for each request, and the last one for all others. */
async function reading(...answers: readonly (Page | Error)[]) {
  const after: (string | undefined)[] = [];
  const waits: number[] = [];
  const progress: number[] = [];
  const result = await allPages<number>(
    (cursor) => {
      const answer = answers[after.length] ?? answers.at(-1);
      after.push(cursor);
      return answer instanceof Error || answer === undefined
        ? Promise.reject(answer ?? new TypeError('no answer'))
        : Promise.resolve(answer);
    },
    {
      signal,
      onRows: (rows) => progress.push(rows),
      wait: (ms) => Promise.resolve(void waits.push(ms)),
    },
  ).catch((error: unknown) => error as Error);
  return { result, after, waits, progress };
}
const outcomeOf = (result: Awaited<ReturnType<typeof reading>>['result']) =>
  result instanceof Error ? result : { rows: result.rows.length, isCut: result.isCut };

test('cursors are followed to the end, also through empty pages', async () => {
  const { result, after, progress } = await reading(pageOf(2, 'a'), pageOf(0, 'b'), pageOf(1, null));
  expect(outcomeOf(result)).toEqual({ rows: 3, isCut: false });
  expect(after).toEqual([undefined, 'a', 'b']);
  expect(progress).toEqual([2, 2, 3]);
});

test.each([
  ['10,000 rows and no more are whole', [pageOf(9_999, 'a'), pageOf(1, null)], 10_000, false],
  ['10,000 rows with more after them are cut', [pageOf(10_000, 'a')], 10_000, true],
  ['a last page that exceeds 10,000 rows is cut', [pageOf(9_999, 'a'), pageOf(2, null)], 10_000, true],
] as const)('%s', async (_what, pages, rows, isCut) => {
  const { result, after, progress } = await reading(...pages);
  expect(outcomeOf(result)).toEqual({ rows, isCut });
  expect(after).toHaveLength(pages.length);
  expect(progress.at(-1)).toBe(rows);
});

test('1,000 requests are the most, and what they found is kept', async () => {
  const { result, after } = await reading(pageOf(1, 'a'), pageOf(0, 'a'));
  expect(outcomeOf(result)).toEqual({ rows: 1, isCut: true });
  expect(after).toHaveLength(1_000);
});

test('a page that is refused for the moment is asked for again after the time that the refusal names', async () => {
  const { result, after, waits } = await reading(pageOf(1, 'a'), refusal(429, 30), refusal(503), pageOf(1, null));
  expect(outcomeOf(result)).toEqual({ rows: 2, isCut: false });
  expect(after).toEqual([undefined, 'a', 'a', 'a']);
  expect(waits).toEqual([30_000, 1_000]);
});

test('a refusal that lasts ends the reading, and each page has repeats of its own', async () => {
  const busy = Array<Error>(5).fill(refusal(503, 1));
  const { result, waits } = await reading(...busy, pageOf(1, 'a'), ...busy, refusal(503, 1));
  expect(outcomeOf(result)).toEqual(refusal(503, 1));
  expect(waits).toHaveLength(10);
});

test.each([
  ['a refusal for over a minute', refusal(429, 61)],
  ['another refusal', refusal(403)],
  ['no answer', refusal(0)],
  ['a fault of the page', new TypeError('fault')],
])('%s ends the reading at once', async (_what, error) => {
  const { result, after, waits } = await reading(pageOf(1, 'a'), error);
  expect(result).toBe(error);
  expect([after.length, waits.length]).toEqual([2, 0]);
});

test('a wait ends when the reading is cancelled, without another request', async () => {
  const ending = new AbortController();
  const read = jest.fn(() => {
    // once the wait has begun
    setImmediate(() => {
      ending.abort();
    });
    return Promise.reject(refusal(429, 60));
  });
  await expect(allPages(read, { signal: ending.signal, onRows: jest.fn() })).rejects.toThrow('aborted');
  expect(read).toHaveBeenCalledTimes(1);
});
