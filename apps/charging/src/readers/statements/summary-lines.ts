import type { SummaryLineView } from '@paygate/contracts';
import type { SpanLine } from './spans.repository.js';

/** A line of sums as other services see it. */
export function summaryLineOf({ type, method, actor, count, gross, fee, net }: SpanLine): SummaryLineView {
  return {
    ...{ type, method, actor, count: Number(count) },
    ...{ gross: gross.toString(), fee: fee.toString(), net: net.toString() },
  };
}
