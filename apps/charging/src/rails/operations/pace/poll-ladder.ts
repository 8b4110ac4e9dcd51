/** Seconds between the first polls. */
const FIRST_SECONDS = [2, 3, 5, 8, 13, 20, 30, 45, 60, 90] as const;

/** Then by the age of the operation: until this age in seconds, polls are so many seconds apart. */
const LATER = [
  { untilAge: 30 * 60, every: 2 * 60 },
  { untilAge: 24 * 3_600, every: 15 * 60 },
] as const;
const AT_LAST_SECONDS = 3_600;

/** An operation that is open for this long is escalated. */
export const ESCALATION_AGE_SECONDS = 24 * 3_600;

/** A part of the wait is random, so that operations of one moment are not polled in one moment. */
const JITTER = 0.1;

/** Seconds to the next poll, after `polls` of them. Callbacks make most polls unnecessary. */
export function nextPollSeconds(polls: number, ageSeconds: number, random: () => number = Math.random): number {
  const seconds = FIRST_SECONDS[polls] ?? LATER.find(({ untilAge }) => ageSeconds < untilAge)?.every ?? AT_LAST_SECONDS;
  return seconds * (1 - JITTER + 2 * JITTER * random());
}
