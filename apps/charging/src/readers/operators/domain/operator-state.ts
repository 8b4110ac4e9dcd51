import type { OperatorOutcomes, OperatorState } from '@paygate/contracts';
import { OUTCOMES_MIN } from '@paygate/contracts';

/** One of so many outcomes that are failed or stuck makes an operator degraded, or down. */
const DEGRADED_ONE_OF = 10;
const DOWN_ONE_OF = 2;
/** The median of the time to a success from which on an operator is slow. Seconds. */
const SLOW_SECONDS = 90;

/**
 * The state of an operator by its outcomes. The first span that has enough of them decides, so the shortest comes first; without one it is
 * `unknown`. What a payer declined is an answer of the operator. A slow payer makes no median: successes have to be many, too.
 */
export function stateOf(spans: readonly OperatorOutcomes[]): OperatorState {
  const decisive = spans.find((span) => totalOf(span) >= OUTCOMES_MIN);
  if (decisive === undefined) return 'unknown';
  const total = totalOf(decisive);
  const bad = decisive.failed + decisive.stuck;
  if (bad * DOWN_ONE_OF >= total) return 'down';
  return bad * DEGRADED_ONE_OF >= total || isSlow(decisive) ? 'degraded' : 'operational';
}

function totalOf({ succeeded, declined, failed, stuck }: OperatorOutcomes): number {
  return succeeded + declined + failed + stuck;
}

function isSlow({ succeeded, medianSeconds }: OperatorOutcomes): boolean {
  return succeeded >= OUTCOMES_MIN && medianSeconds !== null && medianSeconds >= SLOW_SECONDS;
}
