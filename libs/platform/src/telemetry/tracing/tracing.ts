/**
 * The attributes that a span may have: ids, codes and templates. There is none for a phone number, a code, a secret, a body or a
 * text that somebody wrote. Names without `paygate` are those of OpenTelemetry's semantic conventions.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string;
  readonly 'http.route'?: string;
  readonly 'http.response.status_code'?: number;
  readonly 'messaging.system'?: 'kafka';
  readonly 'messaging.destination.name'?: string;
  readonly 'messaging.operation.name'?: 'send' | 'process' | 'publish';
  readonly 'messaging.message.id'?: string;
  /** A code of the error catalogue, or the class of an error. */
  readonly 'error.type'?: string;
  readonly 'paygate.request.id'?: string;
  readonly 'paygate.charge.id'?: string;
  readonly 'paygate.event.id'?: string;
  readonly 'paygate.endpoint.id'?: string;
  readonly 'paygate.rail'?: string;
  readonly 'paygate.outcome'?: string;
}

export interface SpanStart {
  /** A name of low cardinality: an operation, a type of message, a template. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer';
  /** The span that led to this one, as `traceparent` of W3C Trace Context. Without it the span begins a trace. */
  readonly parent?: string | undefined;
  /** The id of the message that is handled until the span ends: {@link Tracing.active} finds the span by it. */
  readonly handles?: string;
  readonly attributes?: SpanAttributes;
}

export interface OpenSpan {
  /** Names this span to those that it leads to; undefined when traces are off. */
  readonly traceparent: string | undefined;
  /** The span has failed when `attributes` have an `error.type`. */
  end(attributes?: SpanAttributes): void;
}

/**
 * Begins spans. Messages are handled in batches, so no asynchronous context could show which of them leads to which: their spans are
 * found by the id of the message, which every message that it leads to carries as its cause anyway. A request to the gateway is handled
 * alone and callers choose its id, so its span is found by the asynchronous context.
 */
export abstract class Tracing {
  /** True when spans are made at all. */
  abstract readonly isOn: boolean;
  abstract begin(start: SpanStart): OpenSpan;
  /** Begins work that belongs to a request with this span. */
  abstract within(span: OpenSpan, work: () => void): void;
  /** The open span that handles the cause of a message; for a message without a cause, that of the request. As `traceparent`. */
  abstract active(origin: { readonly causationId?: string | undefined }): string | undefined;
  /** Sends the spans that wait. */
  abstract close(): Promise<void>;
}

/** The form of `traceparent` that services exchange. */
export const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

const none: OpenSpan = { traceparent: undefined, end: () => undefined };

/** Traces are off: nothing is made, stored or sent. */
export class NoTracing extends Tracing {
  readonly isOn = false;

  begin(): OpenSpan {
    return none;
  }

  within(_span: OpenSpan, work: () => void): void {
    work();
  }

  active(): undefined {
    return undefined;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
