import type { RequestLogEntry } from '@paygate/api-types';

/** Requests for codes that were refused within an hour, from which the overview speaks of a flood. */
export const FLOOD = 20;
const WITHIN_MS = 3_600_000;

/** True when the newest refused requests for codes, newest first, are a flood: somebody has codes sent to phones of others. */
export function isFlood(refused: readonly Pick<RequestLogEntry, 'answeredAt'>[], nowMs: number): boolean {
  const least = refused[FLOOD - 1];
  return least !== undefined && nowMs - Date.parse(least.answeredAt) < WITHIN_MS;
}
