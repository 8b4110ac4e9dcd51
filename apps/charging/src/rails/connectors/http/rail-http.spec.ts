import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { askRail, streamFromRail } from './rail-http.js';

const request = () => ({ path: '/pay', headers: {}, signal: AbortSignal.timeout(5_000) });
const ask = (baseUrl: string) => askRail(baseUrl, { ...request(), method: 'POST', body: '{}' });

afterEach(() => {
  jest.restoreAllMocks();
});

/** Guarantees that a submission which may have arrived is never taken for one that has not. */
describe('a request to a rail', () => {
  it('may have been sent when the connection is reset, and has not when nobody listens', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await ask(`http://127.0.0.1:${port}`)).toMatchObject({ kind: 'failure', sent: true });
    server.close();
    await once(server, 'close');
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await ask(`http://${host}:${port}`)).toEqual({ kind: 'failure', sent: false, remark: 'ECONNREFUSED' });
  });

  it.each([
    ['EHOSTUNREACH', 'connect', false],
    ['EAI_AGAIN', 'getaddrinfo', false],
    // the network may end while the answer is awaited
    ['EHOSTUNREACH', 'read', true],
    ['ENETUNREACH', 'write', true],
  ])('that ends with %s in %s has been sent: %s', async (code, syscall, sent) => {
    const cause = Object.assign(new Error(code), { code, syscall });
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
    expect(await ask('http://127.0.0.1:1')).toEqual({ kind: 'failure', sent, remark: code });
  });
});

/** Guarantees that a rail decides neither where a request goes nor how much is read. */
describe('the answer of a rail', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });
  async function serving(listener: RequestListener): Promise<string> {
    const server = createHttpServer(listener).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it.each([302, 307])('is a redirect with status %i, which is not followed', async (status) => {
    const asked: string[] = [];
    const elsewhere = await serving(({ method }, response) => {
      asked.push(String(method));
      response.end('{}');
    });
    const rail = await serving((_request, response) => {
      response.writeHead(status, { location: `${elsewhere}/pay` }).end();
    });
    expect(await ask(rail)).toMatchObject({ kind: 'answer', status, body: '' });
    expect(await streamFromRail(rail, { ...request(), method: 'GET' })).toEqual({ kind: 'refused', status });
    expect(asked).toEqual([]);
  });

  it('is read up to 64 KiB', async () => {
    const bytes = 64 * 1_024;
    const rails = [bytes, bytes + 1].map((length) => serving((_request, response) => response.end('x'.repeat(length))));
    const [longest, tooLong] = await Promise.all((await Promise.all(rails)).map(ask));
    expect(longest).toMatchObject({ kind: 'answer', body: 'x'.repeat(bytes) });
    expect(tooLong).toEqual({ kind: 'failure', sent: true, remark: 'an answer that is too long' });
  });
});
