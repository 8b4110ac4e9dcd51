import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

/** The answer of a server to a request with this body. */
export type Handler = (request: IncomingMessage, body: string) => { readonly status: number; readonly text?: string };

/** The servers of a suite that are open. */
export const servers: Server[] = [];

/** The address of a server that answers as a test says. */
export async function serve(handler: Handler): Promise<URL> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { status, text = '' } = handler(request, Buffer.concat(chunks).toString('utf8'));
      response.writeHead(status).end(text);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`);
}

/** The address of an https server whose certificate it has signed itself. */
export async function selfSigned(): Promise<string> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
  const server = createSecureServer({ cert, key });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends all servers and their connections. */
export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
}
