import type { OpenSpan, SpanAttributes, Tracing } from '@paygate/platform';
import type { Job } from './job.js';

/** The spans of the messages of one call of a handler: each belongs to the trace of its own message. */
export class HandlingSpans {
  readonly #spans: readonly OpenSpan[];

  constructor(tracing: Tracing, jobs: readonly Job[]) {
    this.#spans = tracing.isOn ? jobs.map((job) => begin(tracing, job)) : [];
  }

  /** `attributes` of the message with an index. */
  end(attributes: (index: number) => SpanAttributes = () => ({})): void {
    for (const [index, span] of this.#spans.entries()) span.end(attributes(index));
  }

  fail(error: unknown): void {
    const type = error instanceof Error ? error.name : 'unknown';
    this.end(() => ({ 'error.type': type }));
  }
}

function begin(tracing: Tracing, { message, origin }: Job): OpenSpan {
  const { type, id, requestId, traceparent: parent } = message;
  return tracing.begin({
    ...{ name: `process ${type}`, kind: 'consumer', parent, handles: id },
    attributes: {
      'messaging.system': 'kafka',
      'messaging.operation.name': 'process',
      'messaging.destination.name': origin.topic,
      'messaging.message.id': id,
      'paygate.request.id': requestId,
    },
  });
}
