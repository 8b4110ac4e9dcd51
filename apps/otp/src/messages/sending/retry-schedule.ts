/**
 * Waits after the first, second, … try that a provider did not take. Together they stay within the default life of a code;
 * where it is shorter, the message is removed when the code has expired.
 */
const RETRY_DELAYS_SECONDS = [1, 2, 5, 10, 20, 30] as const;

/** The wait after a try that failed; undefined when the message is given up. */
export function retryDelaySeconds(attempt: number): number | undefined {
  return RETRY_DELAYS_SECONDS[attempt - 1];
}
