import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** A port that nobody uses. Stacks of others on this machine may take the usual one at any moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        resolve(port);
      });
    });
  });
}

/** What a server answers to a PING without TLS. */
export function plainAnswer(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let text = '';
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(text);
    });
    socket.write('PING\r\n');
  });
}
