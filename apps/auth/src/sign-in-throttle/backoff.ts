/** How sign-in slows down for a phone number that is tried with wrong passwords. */
export interface BackoffPolicy {
  /** Wrong passwords in a row before the first wait. */
  readonly freeAttempts: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

/**
 * Seconds to wait after the first, second, third … wrong password in a row; the last entry holds for all that follow.
 * The wait doubles and then stays, so that a number is open again some time after its last guess.
 */
export function backoffSchedule(policy: BackoffPolicy): readonly number[] {
  const waits = Array.from({ length: policy.freeAttempts - 1 }, () => 0);
  let wait = policy.firstWaitSeconds;
  while (wait < policy.longestWaitSeconds) {
    waits.push(wait);
    wait *= 2;
  }
  return [...waits, policy.longestWaitSeconds];
}
