import { once } from 'node:events';
import { createServer as createPlainServer } from 'node:http';
import type { RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, describe, expect, test } from '@jest/globals';
import { generate } from 'selfsigned';
import { sendCallback } from '../callbacks/send-callback.js';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const plain = async (listener: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await portOf(createPlainServer(listener))}/`;

const callback = (url: string) => ({ method: 'PUT', url, body: '{}' });

describe('a callback', () => {
  test('over TLS trusts the configured certificate authority, and no other', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048 });
    const port = await portOf(createTlsServer({ cert, key }, (_request, response) => response.end()));
    const url = `https://localhost:${port}/`;
    expect(await sendCallback(callback(url), cert)).toBe('200');
    expect(await sendCallback(callback(url), undefined)).toMatch(/self-signed certificate/);
  });

  test('is sent once, whatever the answer', async () => {
    let requests = 0;
    const url = await plain((_request, response) => {
      requests += 1;
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await sendCallback(callback(url), undefined)).toBe('302');
    expect(requests).toBe(1);
  });

  test('that cannot be delivered has the reason as its result', async () => {
    expect(await sendCallback(callback('http://127.0.0.1:1/'), undefined)).toMatch(/ECONNREFUSED/);
    const url = await plain((request) => request.socket.destroy());
    expect(await sendCallback(callback(url), undefined)).toMatch(/socket hang up|ECONNRESET/);
  });

  test('without an answer is given up', async () => {
    expect(await sendCallback(callback(await plain(() => undefined)), undefined)).toBe('time-out');
  });
});
