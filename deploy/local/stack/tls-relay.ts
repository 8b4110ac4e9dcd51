/**
 * Ends TLS in front of servers of this machine that speak without it, as a provider's own front does. RELAYS lists `port:target`, both on
 * 127.0.0.1, separated by commas; TLS_CERT_FILE and TLS_KEY_FILE are those of the stack. HEALTH_PORT answers once all of them listen.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

const HOST = '127.0.0.1';
const variable = (name: string): string => process.env[name] ?? '';
const identity = {
  cert: readFileSync(variable('TLS_CERT_FILE')),
  key: readFileSync(variable('TLS_KEY_FILE')),
  minVersion: 'TLSv1.2',
} as const;

for (const relay of variable('RELAYS').split(',')) {
  const [port, target] = relay.split(':').map(Number);
  const server = createTlsServer(identity, (client) => {
    const upstream = connect(target ?? 0, HOST);
    client.pipe(upstream).pipe(client);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    // an operator that resets a connection resets it here, too
    client.on('error', end).on('close', end);
    upstream.on('error', end).on('close', end);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(port, HOST);
  await once(server, 'listening');
}

createServer((_request, response) => {
  response.end('{}');
}).listen(Number(variable('HEALTH_PORT')), HOST);
