/** Failures in a row after which the breaker opens. */
const BREAKER_FAILURES = 5;
/** The pause before a probe; it doubles with each probe that fails. Seconds. */
const PROBE_FIRST_SECONDS = 30;
const PROBE_LAST_SECONDS = 900;

/** An endpoint is disabled after so long without a success, and so many failures in that time; its merchant is warned before. */
const DISABLE_AFTER_MS = 5 * 86_400_000;
const WARN_AFTER_MS = 3 * 86_400_000;
const DISABLE_FAILURES = 10;

/** The failures of an endpoint since its last success, and what followed from them. */
export interface EndpointHealth {
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Nothing is sent until then, and one delivery as a probe after it. */
  readonly breakerUntil: Date | null;
  readonly failedProbes: number;
  readonly addressFlaggedAt: Date | null;
  readonly warnedAt: Date | null;
}

/** The failures of an endpoint now. */
export interface Failures {
  readonly count: number;
  readonly now: Date;
  /** True when the delivery was the probe of an open breaker. */
  readonly isProbe: boolean;
  /** True when the endpoint's name has no address that may be dialled: one that does not exist is not distinguished from one of a private network. */
  readonly hasNoAddress: boolean;
  /** An ordered endpoint waits for the retry of its first delivery. Seconds. */
  readonly holdSeconds?: number;
  /** Divides the pauses; above 1 only in test mode. */
  readonly compression: number;
}

/** The reason for which the service disables an endpoint: it answered 410, or it failed for days. */
export type DisabledReason = 'gone' | 'failing';

/** A reason of which the merchant is notified, once until the endpoint succeeds again. */
export type FailingReason = 'no_success' | 'address_not_allowed';

export interface Consequence {
  readonly health: EndpointHealth;
  readonly disable: boolean;
  readonly notices: readonly FailingReason[];
}

export function afterFailures(before: EndpointHealth, failed: Failures): Consequence {
  const { now } = failed;
  const failures = before.failures + failed.count;
  const failingSince = before.failingSince ?? now;
  const failingMs = failures < DISABLE_FAILURES ? 0 : now.getTime() - failingSince.getTime();
  const [disable, warn] = [failingMs >= DISABLE_AFTER_MS, failingMs >= WARN_AFTER_MS];
  // a name server may be away for a moment
  const hasNoAddress = failed.hasNoAddress && failures >= BREAKER_FAILURES;
  const notices: FailingReason[] = [];
  if (hasNoAddress && before.addressFlaggedAt === null) notices.push('address_not_allowed');
  if (warn && !disable && before.warnedAt === null) notices.push('no_success');
  return {
    health: {
      failures,
      failingSince,
      breakerUntil: breakerAfter(before, failures, failed),
      failedProbes: before.failedProbes + (failed.isProbe && before.failures >= BREAKER_FAILURES ? 1 : 0),
      addressFlaggedAt: before.addressFlaggedAt ?? (hasNoAddress ? now : null),
      warnedAt: before.warnedAt ?? (warn ? now : null),
    },
    disable,
    notices,
  };
}

/** The breaker opens after some failures, and stays open longer after each probe that fails. Other late failures change nothing. */
function breakerAfter(before: EndpointHealth, failures: number, failed: Failures): Date | null {
  const held = failed.holdSeconds === undefined ? null : later(failed.now, failed.holdSeconds);
  if (failures < BREAKER_FAILURES) return latest(before.breakerUntil, held);
  const isOpen = before.breakerUntil !== null && before.breakerUntil > failed.now;
  if (isOpen && !failed.isProbe) return latest(before.breakerUntil, held);
  const seconds = Math.min(PROBE_LAST_SECONDS, PROBE_FIRST_SECONDS * 2 ** before.failedProbes);
  return latest(later(failed.now, seconds / failed.compression), held);
}

function later(from: Date, seconds: number): Date {
  return new Date(from.getTime() + seconds * 1_000);
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}
