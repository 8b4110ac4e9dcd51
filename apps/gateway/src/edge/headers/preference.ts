import type { IncomingHttpHeaders } from 'node:http';
import { OUTCOME_WAIT_MAX_MS, preferenceHeaders } from '@paygate/contracts';

/** Time for the answer to a wait, beyond the wait itself. Milliseconds. */
export const ANSWER_MARGIN_MS = 1_000;

const WAIT = /^wait\s*=\s*(?:"([0-9]{1,9})"|([0-9]{1,9}))$/i;

/**
 * The time that the caller prefers to wait for the outcome (`Prefer: wait`, RFC 7240), bounded. Milliseconds; 0 without the
 * preference or with a malformed one. The first of two counts.
 */
export function preferredWaitMs(given: IncomingHttpHeaders): number {
  const header = given[preferenceHeaders.prefer];
  const preferences = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',');
  const wait = preferences.map((preference) => preference.split(';', 1)[0]?.trim() ?? '').find(isWait);
  const [, quoted, plain] = WAIT.exec(wait ?? '') ?? [];
  return Math.min(Number(quoted ?? plain ?? 0) * 1_000, OUTCOME_WAIT_MAX_MS);
}

function isWait(preference: string): boolean {
  return /^wait\s*(=|$)/i.test(preference);
}
