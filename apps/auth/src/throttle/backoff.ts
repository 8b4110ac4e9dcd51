/** The waits after wrong passwords for one account. */
export interface BackoffPolicy {
  /** Wrong passwords in a row before the first wait. */
  readonly freeAttempts: number;
  readonly firstWaitSeconds: number;
  readonly longestWaitSeconds: number;
}

/**
 * Seconds to wait after the first, second, third … wrong password in a row; the last entry holds for all that follow.
 * The wait doubles and then stays, so an account is open again some time after the last guess.
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
