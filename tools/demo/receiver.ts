/**
 * The demo merchant's webhook endpoint: verifies the signature of the raw body, answers 200 and stores the delivery.
 *
 *   POST <url>            a delivery; 200 when it verifies, 400 when it does not
 *   GET  <url>/received   what arrived, newest first: [{receivedAt, headers, rawBody, verified}]; `?limit=n`: the newest n,
 *                         `?about=text`: those whose bodies contain it
 *
 * Variables: RECEIVER_HOST (127.0.0.1 by default), RECEIVER_PORT, RECEIVER_PATH, and RECEIVER_SECRET_FILE, a JSON file with the
 * member `webhookSecret`. With RECEIVER_SECOND_SECRET_FILE, <url>/second is the endpoint of another account.
 */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { verifyServiceSignature } from '@paygate/webhook-signature';

interface Received {
  readonly receivedAt: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly rawBody: string;
  readonly verified: boolean;
}

const MAX_STORED = 10_000;
const BODY_MAX_BYTES = 262_144;
const RECEIVED = '/received';

const host = process.env['RECEIVER_HOST'] ?? '127.0.0.1';
const port = Number(process.env['RECEIVER_PORT']);
const path = process.env['RECEIVER_PATH'] ?? '/hooks';

interface Endpoint {
  readonly secretFile: string;
  readonly received: Received[];
}

const endpoints = new Map<string, Endpoint>([
  [path, { secretFile: process.env['RECEIVER_SECRET_FILE'] ?? '', received: [] }],
  [`${path}/second`, { secretFile: process.env['RECEIVER_SECOND_SECRET_FILE'] ?? '', received: [] }],
]);

/** Read for each delivery, because the secret is created after this process starts and may be rotated. */
function webhookSecret({ secretFile }: Endpoint): string {
  const { webhookSecret: secret } = JSON.parse(readFileSync(secretFile, 'utf8')) as { webhookSecret?: string };
  return secret ?? '';
}

function verifies(endpoint: Endpoint, rawBody: Buffer, header: string | undefined): boolean {
  try {
    verifyServiceSignature(rawBody, header, webhookSecret(endpoint));
    return true;
  } catch {
    return false;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function take(request: IncomingMessage, endpoint: Endpoint): Promise<number> {
  const { received } = endpoint;
  const body = await readBody(request);
  if (body === undefined) return 413;
  const header = request.headers['service-signature'];
  const verified = verifies(endpoint, body, typeof header === 'string' ? header : undefined);
  received.push({
    receivedAt: new Date().toISOString(),
    headers: request.headers,
    rawBody: body.toString('utf8'),
    verified,
  });
  if (received.length > MAX_STORED) received.shift();
  return verified ? 200 : 400;
}

function selected(received: readonly Received[], query: URLSearchParams): readonly Received[] {
  const about = query.get('about') ?? '';
  const found = about === '' ? received : received.filter(({ rawBody }) => rawBody.includes(about));
  return found.toReversed().slice(0, Number(query.get('limit') ?? MAX_STORED));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [target = '', query = ''] = request.url?.split('?') ?? [];
  const posted = request.method === 'POST' ? endpoints.get(target) : undefined;
  const read =
    request.method === 'GET' && target.endsWith(RECEIVED)
      ? endpoints.get(target.slice(0, -RECEIVED.length))
      : undefined;
  if (posted !== undefined) {
    response.writeHead(await take(request, posted)).end();
  } else if (read !== undefined) {
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(selected(read.received, new URLSearchParams(query))));
  } else {
    response.writeHead(404).end();
  }
}

const server = createServer((request, response) => {
  answer(request, response).catch(() => {
    response.destroy();
  });
});
server.listen(port, host);
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
