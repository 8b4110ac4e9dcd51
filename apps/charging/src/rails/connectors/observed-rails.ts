import { Injectable } from '@nestjs/common';
import { Tracing } from '@paygate/platform';
import type { OperationKind } from './operation-kind.js';
import { isCollection } from './operation-kind.js';
import type { RailConnector, RailProduct } from './connector.js';
import type { RailCall } from './rail-metrics.js';
import { RailMetrics } from './rail-metrics.js';

/** The operation for which a rail is called. */
interface Cause {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly traceparent: string | null;
}

interface ObservedCall {
  readonly call: RailCall;
  readonly connector: RailConnector;
  readonly cause: Cause;
}

/** Rails whose calls are measured, and are spans of the trace of their charge, refund or payout. */
@Injectable()
export class ObservedRails {
  constructor(
    readonly metrics: RailMetrics,
    private readonly tracing: Tracing,
  ) {}

  /** The rail's product for operations of this kind; undefined when it has none. */
  of(connector: RailConnector, cause: Cause): RailProduct | undefined {
    const product = productOf(connector, cause.kind);
    if (product === undefined) return undefined;
    const { prepare } = product;
    const observe = <Outcome extends { readonly kind: string }>(
      call: 'prepare' | 'submit' | 'query',
      run: () => Promise<Outcome>,
    ) => this.#observe({ call: isCollection(cause.kind) ? call : `${cause.kind}-${call}`, connector, cause }, run);
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
        [`paygate.${cause.kind === 'collect' ? 'charge' : cause.kind}.id`]: cause.operationId,
      },
    });
    const outcome = await run();
    span.end({ 'paygate.outcome': outcome.kind });
    this.metrics.called({ rail, call, outcome: outcome.kind }, begunMs);
    return outcome;
  }
}

function productOf(connector: RailConnector, kind: OperationKind): RailProduct | undefined {
  if (isCollection(kind)) return connector;
  return kind === 'refund' ? connector.refunds : connector.payouts;
}
