import type { Collection, RailConnector } from './connector.js';
import type { RailCall, RailMetrics } from './rail-metrics.js';

/** A rail whose calls are measured. */
export function observedRail(rail: RailConnector, metrics: RailMetrics): RailConnector {
  const observe = async <Outcome extends { readonly kind: string }>(
    call: RailCall,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> => {
    const begunMs = performance.now();
    const outcome = await run();
    metrics.called(rail.rail, call, outcome.kind, begunMs);
    return outcome;
  };
  const { prepare } = rail;
  return {
    ...{ rail: rail.rail, currencies: rail.currencies, approvalSeconds: rail.approvalSeconds },
    isConfigured: () => rail.isConfigured(),
    ...(prepare && { prepare: (signal: AbortSignal) => observe('prepare', () => prepare(signal)) }),
    submit: (collection: Collection, signal) => observe('submit', () => rail.submit(collection, signal)),
    query: (collection: Collection, signal) => observe('query', () => rail.query(collection, signal)),
  };
}
