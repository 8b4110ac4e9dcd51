import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RawConnection, requestBytes } from './raw-http.js';

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/gone') {
        request.socket.destroy();
        return;
      }
      const body = request.url === '/large' ? 'é'.repeat(200_000) : Buffer.concat(chunks).toString();
      response.writeHead(201, { 'content-length': Buffer.byteLength(body) }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
});

test('the length of a body is counted in bytes', () => {
  expect(requestBytes({ method: 'POST', path: '/', headers: {}, body: 'é' }).toString()).toBe(
    'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\né',
  );
});

test('one connection carries many exchanges, whatever number of packets an answer takes', async () => {
  const connection = await RawConnection.open({ port });
  for (const path of ['/', '/large', '/']) {
    const { status, body } = await connection.ask({ method: 'POST', path, headers: {}, body: '{"a":1}' });
    expect({ status, text: body.toString() }).toEqual({
      status: 201,
      text: path === '/large' ? 'é'.repeat(200_000) : '{"a":1}',
    });
  }
  connection.close();
});

test('a connection that ends is told as such, then and later', async () => {
  const connection = await RawConnection.open({ port });
  await expect(connection.ask({ method: 'GET', path: '/gone', headers: {} })).rejects.toThrow();
  await expect(connection.ask({ method: 'GET', path: '/', headers: {} })).rejects.toThrow();
});
