import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';

/** A span as OTLP carries it in JSON, with the service that has sent it. */
export interface ReceivedSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface TraceReceiver {
  readonly spans: readonly ReceivedSpan[];
  /** The bodies as they came. */
  readonly bodies: readonly string[];
  close(): Promise<void>;
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'service' | 'attributes'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

/** Receives the spans of the stack with OTLP over HTTP, at the address that its services have. */
export async function receiveTraces(): Promise<TraceReceiver> {
  const { port, hostname } = new URL(process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '');
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void textOf(request).then((body) => {
      bodies.push(body);
      spans.push(...spansOf(JSON.parse(body) as Export));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  server.once('error', reject);
  server.listen(Number(port), hostname, () => {
    resolve(undefined);
  });
  await promise;
  return {
    spans,
    bodies,
    close: async () => {
      const closed = Promise.withResolvers<undefined>();
      server.close(() => {
        closed.resolve(undefined);
      });
      server.closeAllConnections();
      await closed.promise;
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function spansOf({ resourceSpans }: Export): readonly ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = attributesOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, traceId, spanId, parentSpanId, name }) => {
        return { service, traceId, spanId, parentSpanId, name, attributes: attributesOf(attributes) };
      }),
    );
  });
}

function attributesOf(attributes: readonly Attribute[]): Readonly<Record<string, string>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
