import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { askRail } from './rail-http.js';

const ask = (baseUrl: string) =>
  askRail(baseUrl, { method: 'POST', path: '/pay', headers: {}, body: '{}', signal: AbortSignal.timeout(5_000) });

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
