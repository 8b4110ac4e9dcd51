import { Injectable } from '@nestjs/common';
import { Tracing } from '@paygate/platform';
import type { RailConnector, RailProduct } from './connector.js';
import type { RailCall } from './rail-metrics.js';
import { RailMetrics } from './rail-metrics.js';

/** The operation for which a rail is called. */
interface Cause {
  readonly operationId: string;
  readonly kind: 'collect' | 'refund';
  readonly traceparent: string | null;
}

interface ObservedCall {
  readonly call: RailCall;
  readonly connector: RailConnector;
  readonly cause: Cause;
}

/** Rails whose calls are measured, and are spans of the trace of their charge or refund. */
@Injectable()
export class ObservedRails {
  constructor(
    readonly metrics: RailMetrics,
    private readonly tracing: Tracing,
  ) {}

  /** What the rail does for an operation of this kind; undefined when it does not. */
  of(connector: RailConnector, cause: Cause): RailProduct | undefined {
    const product = cause.kind === 'refund' ? connector.refunds : connector;
    if (product === undefined) return undefined;
    const { prepare } = product;
    const observe = <Outcome extends { readonly kind: string }>(
      call: 'prepare' | 'submit' | 'query',
      run: () => Promise<Outcome>,
    ) => this.#observe({ call: cause.kind === 'refund' ? `refund-${call}` : call, connector, cause }, run);
    return {
      ...(prepare && { prepare: (signal: AbortSignal) => observe('prepare', () => prepare(signal)) }),
      submit: (collection, signal) => observe('submit', () => product.submit(collection, signal)),
      query: (collection, signal) => observe('query', () => product.query(collection, signal)),
    };
  }

  async #observe<Outcome extends { readonly kind: string }>(
    { call, connector: { rail }, cause }: ObservedCall,
    run: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const begunMs = performance.now();
    const span = this.tracing.begin({
      ...{ name: `${call} ${rail}`, kind: 'client', parent: cause.traceparent ?? undefined },
      attributes: {
        'paygate.rail': rail,
        [cause.kind === 'refund' ? 'paygate.refund.id' : 'paygate.charge.id']: cause.operationId,
      },
    });
    const outcome = await run();
    span.end({ 'paygate.outcome': outcome.kind });
    this.metrics.called({ rail, call, outcome: outcome.kind }, begunMs);
    return outcome;
  }
}
