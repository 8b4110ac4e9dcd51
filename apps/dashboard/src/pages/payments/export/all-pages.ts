import { ApiError } from '../../../api/client.js';

/** Most rows of an export. */
export const MOST_ROWS = 10_000;
/** Pages may be short or empty although there are more, so rows alone bound nothing. Repeated requests count. */
const MOST_REQUESTS = 1_000;
/** Repeated requests for one page. */
const MOST_REPEATS = 5;
const LONGEST_WAIT_SECONDS = 60;
const TOO_MANY_REQUESTS = 429;
const UNAVAILABLE = 503;

/** A page of a list, newest first. */
interface PageOf<Row> {
  readonly data: readonly Row[];
  readonly nextCursor: string | null;
}

interface Reading {
  readonly signal: AbortSignal;
  /** Is called with the number of rows so far. */
  readonly onRows: (rows: number) => void;
  /** Ends early, with an error, when the signal is aborted. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export interface AllRows<Row> {
  readonly rows: readonly Row[];
  /** A bound was reached: there may be older rows. */
  readonly isCut: boolean;
}

/**
 * The rows of a list from its newest on, page after page, until its end or a bound. A page that is refused for the moment (429, 503) is
 * asked for again after the time that the refusal names. Throws what else `read` throws, and that refusal when it lasts.
 */
export async function allPages<Row>(
  read: (after: string | undefined, signal: AbortSignal) => Promise<PageOf<Row>>,
  { signal, onRows, wait = pause }: Reading,
): Promise<AllRows<Row>> {
  const rows: Row[] = [];
  let after: string | undefined;
  let repeats = 0;
  for (let request = 0; request < MOST_REQUESTS && rows.length < MOST_ROWS; request += 1) {
    try {
      const { data, nextCursor } = await read(after, signal);
      rows.push(...data);
      onRows(Math.min(rows.length, MOST_ROWS));
      if (nextCursor === null && rows.length <= MOST_ROWS) return { rows, isCut: false };
      after = nextCursor ?? undefined;
      repeats = 0;
    } catch (error) {
      const seconds = secondsUntilRepeat(error);
      if (seconds > LONGEST_WAIT_SECONDS || repeats === MOST_REPEATS) throw error;
      repeats += 1;
      await wait(seconds * 1_000, signal);
    }
  }
  return { rows: rows.slice(0, MOST_ROWS), isCut: true };
}

/** Infinite for an error that a repeat does not mend. */
function secondsUntilRepeat(error: unknown): number {
  if (!(error instanceof ApiError) || ![TOO_MANY_REQUESTS, UNAVAILABLE].includes(error.status)) return Infinity;
  return error.problem?.retryAfter ?? 1;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
