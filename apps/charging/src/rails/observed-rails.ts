import { Injectable } from '@nestjs/common';
import { Tracing } from '@paygate/platform';
import type { Collection, RailConnector } from './connector.js';
import type { RailCall } from './rail-metrics.js';
import { RailMetrics } from './rail-metrics.js';

/** The operation for which a rail is called. */
interface Cause {
  readonly operationId: string;
  readonly traceparent: string | null;
}

/** Rails whose calls are measured, and are spans of the trace of their charge. */
@Injectable()
export class ObservedRails {
  constructor(
    readonly metrics: RailMetrics,
    private readonly tracing: Tracing,
  ) {}

  of(connector: RailConnector, cause: Cause): RailConnector {
    const { rail, currencies, approvalSeconds, prepare } = connector;
    const observe = <Outcome extends { readonly kind: string }>(call: RailCall, run: () => Promise<Outcome>) =>
      this.#observe({ name: `${call} ${rail}`, call, connector, cause }, run);
    return {
      ...{ rail, currencies, approvalSeconds },
      isConfigured: () => connector.isConfigured(),
      ...(prepare && { prepare: (signal: AbortSignal) => observe('prepare', () => prepare(signal)) }),
      submit: (collection: Collection, signal) => observe('submit', () => connector.submit(collection, signal)),
      query: (collection: Collection, signal) => observe('query', () => connector.query(collection, signal)),
    };
  }

  async #observe<Outcome extends { readonly kind: string }>(
    {
      name,
      call,
      connector: { rail },
      cause,
    }: Readonly<{
      name: string;
      call: RailCall;
      connector: RailConnector;
      cause: Cause;
    }>,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const begunMs = performance.now();
    const span = this.tracing.begin({
      ...{ name, kind: 'client', parent: cause.traceparent ?? undefined },
      attributes: { 'paygate.rail': rail, 'paygate.charge.id': cause.operationId },
    });
    const outcome = await run();
    span.end({ 'paygate.outcome': outcome.kind });
    this.metrics.called({ rail, call, outcome: outcome.kind }, begunMs);
    return outcome;
  }
}
