/**
 * Serves the route handlers of the Next.js example without Next.js, which hands them standard requests as well. Runs in a process of
 * its own, so that they use the installed package.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (request: Request, context: { params: Promise<{ id: string }> }) => Promise<Response>;

const api = join(import.meta.dirname, '../../../../../examples/nextjs/app/api');

createServer((request, response) => {
  void answer(request).then(async (answered) => {
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).end(await answered.text());
  });
}).listen(Number(process.env['PORT']));

async function answer(message: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '/' } = message;
  const [, , route = '', id] = url.split('/');
  const file = join(api, route, id === undefined ? '' : '[id]', 'route.ts');
  if (!existsSync(file)) return new Response(null, { status: 404 });
  const handlers = (await import(pathToFileURL(file).href)) as Record<string, Handler | undefined>;
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  const request = new Request(`http://localhost${url}`, {
    method,
    headers: message.headers as Record<string, string>,
    ...(method === 'POST' && { body: Buffer.concat(chunks) }),
  });
  const handler = handlers[method];
  return handler
    ? handler(request, { params: Promise.resolve({ id: id ?? '' }) })
    : new Response(null, { status: 405 });
}
