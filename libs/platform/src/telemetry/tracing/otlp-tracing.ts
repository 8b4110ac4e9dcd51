import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, SpanAttributes, SpanStart } from './tracing.js';
import { TRACEPARENT, Tracing } from './tracing.js';

/** Spans that wait to be sent; more are dropped. */
const QUEUED_SPANS = 8_192;
const SEND_EVERY_MS = 1_000;
/** The longest time for one export, its repetitions included. */
const SEND_TIMEOUT_MS = 3_000;
/** The longest time for the last export: below the time-out of the phase of the shutdown that it belongs to. */
const LAST_SEND_TIMEOUT_MS = 700;
const MAX_TEXT = 128;

const kinds: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

export interface OtlpTracingOptions {
  readonly service: string;
  readonly instance: string;
  /** The address of the collector; `/v1/traces` is added to its path. */
  readonly endpoint: string;
  /** The share of the traces that begin here, from 0 to 1. A span with a parent is sampled as its parent is. */
  readonly ratio: number;
}

/** Sends spans to a collector with OTLP over HTTP. A collector that is away costs dropped spans and nothing else. */
export class OtlpTracing extends Tracing {
  readonly isOn = true;
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  /** `traceparent` by the id of the message that is handled. */
  readonly #active = new Map<string, string>();
  readonly #request = new AsyncLocalStorage<string | undefined>();

  constructor({ service, instance, endpoint, ratio }: OtlpTracingOptions) {
    super();
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
      timeoutMillis: SEND_TIMEOUT_MS,
    });
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({
        'service.namespace': 'paygate',
        'service.name': service,
        'service.instance.id': instance,
      }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
      spanLimits: { attributeValueLengthLimit: MAX_TEXT },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          maxQueueSize: QUEUED_SPANS,
          scheduledDelayMillis: SEND_EVERY_MS,
          exportTimeoutMillis: SEND_TIMEOUT_MS,
        }),
      ],
    });
    this.#tracer = this.#provider.getTracer('paygate');
  }

  begin({ name, kind, parent, handles, attributes = {} }: SpanStart): OpenSpan {
    const span = this.#tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, contextOf(parent));
    const traceparent = print(span.spanContext());
    if (handles !== undefined) this.#active.set(handles, traceparent);
    return {
      traceparent,
      end: (more) => {
        if (handles !== undefined && this.#active.get(handles) === traceparent) this.#active.delete(handles);
        end(span, more);
      },
    };
  }

  within({ traceparent }: OpenSpan, work: () => void): void {
    this.#request.run(traceparent, work);
  }

  active({ causationId }: Parameters<Tracing['active']>[0]): string | undefined {
    return causationId === undefined ? this.#request.getStore() : this.#active.get(causationId);
  }

  async close(): Promise<void> {
    // a collector that is away, or does not answer, must not make a shutdown fail
    const sent = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([sent, delay(LAST_SEND_TIMEOUT_MS, undefined, { ref: false })]);
  }
}

function end(span: Span, attributes: SpanAttributes = {}): void {
  span.setAttributes({ ...attributes });
  if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

function contextOf(traceparent: string | undefined): Context {
  if (traceparent === undefined || !TRACEPARENT.test(traceparent)) return ROOT_CONTEXT;
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const parent: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}

function print({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}
