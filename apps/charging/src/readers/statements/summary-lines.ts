import type { SummaryLineView, TillLine } from '@paygate/contracts';
import type { SpanLine } from './spans.repository.js';

/** A line of sums as other services see it. */
export function summaryLineOf({ type, method, actor, count, gross, fee, net }: SpanLine): SummaryLineView {
  return {
    ...{ type, method, actor, count: Number(count) },
    ...{ gross: gross.toString(), fee: fee.toString(), net: net.toString() },
  };
}

/** The same with its till. */
export function tillLineOf(line: SpanLine): TillLine {
  const { tillId } = line;
  return Object.assign(summaryLineOf(line), tillId === null ? {} : { tillId });
}
