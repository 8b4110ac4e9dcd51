import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from '@jest/globals';
import { AddressGuard } from './address-guard.js';
import { HttpSender } from './http-sender.js';

/* Receivers that want to hold a slot or fill the memory, 64 at once. */

const AT_ONCE = 64;
const MEMORY_MAX_BYTES = 64 * 1_024 * 1_024;
const SAMPLE_MS = 20;
const DRIP_MS = 200;

const LARGE = Buffer.alloc(10_000_000, 'x');
const BOMB = gzipSync(Buffer.alloc(100_000_000));
const LARGE_HEADER = `HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(1_000_000)}\r\n\r\n`;

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

type Receive = (socket: Socket) => void;

function drips(head: string, text: string): Receive {
  return (socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write(text), DRIP_MS);
    socket.once('close', () => {
      clearInterval(drip);
    });
  };
}

function answers(head: string, body: Buffer): Receive {
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${head}content-length: ${String(body.length)}\r\n\r\n`);
    socket.write(body);
  };
}

const plain: readonly (readonly [string, Receive])[] = [
  ['10 MB', answers('', LARGE)],
  ['gzip bomb', answers('content-encoding: gzip\r\n', BOMB)],
  ['endless body', drips('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n')],
  ['slow header', drips('HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
  ['1 MB header', (socket) => socket.write(LARGE_HEADER)],
  ['never closes', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  ['never answers', () => undefined],
];
const secure: readonly (readonly [string, Receive])[] = [
  ['no TLS', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n')],
  ['hangs in the handshake', () => undefined],
  ['ends in the handshake', (socket) => socket.end()],
];

async function receiver(receive: Receive): Promise<string> {
  const server = createServer((socket) => {
    stops.push(() => socket.destroy());
    socket
      .on('error', () => undefined)
      .once('readable', () => {
        socket.resume();
        receive(socket);
      });
  }).listen(0, '127.0.0.1');
  stops.push(() => server.close());
  await once(server, 'listening');
  return `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

test('leave each slot free in time, and the memory flat', async () => {
  const kinds = [
    ...plain.map(([name, receive]) => ({ name, receive, scheme: 'http' })),
    ...secure.map(([name, receive]) => ({ name, receive, scheme: 'https' })),
  ];
  const addresses = await Promise.all(kinds.map(({ receive }) => receiver(receive)));
  const sender = new HttpSender(new AddressGuard(addresses));
  stops.push(() => {
    sender.close();
  });
  const before = memory();
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, memory() - before);
  }, SAMPLE_MS);
  const took = await Promise.all(
    Array.from({ length: AT_ONCE }, async (_, n) => {
      const index = n % kinds.length;
      const result = await sender.post(`${kinds[index]?.scheme ?? ''}://${addresses[index] ?? ''}/`, '{}', {});
      return { name: kinds[index]?.name, result };
    }),
  );
  clearInterval(sampling);
  for (const { result } of took)
    if (result.kind === 'answered') expect(result.excerpt.length).toBeLessThanOrEqual(4_096);
  const resultOf = (name: string) => took.find((one) => one.name === name)?.result;
  // cut off after the status, which decides; nothing is decompressed
  expect([resultOf('10 MB'), resultOf('gzip bomb')]).toMatchObject([{ status: 200 }, { status: 200 }]);
  expect(['slow header', 'endless body', 'never answers', 'never closes'].map(resultOf)).toEqual(
    Array.from({ length: 4 }, () => ({ kind: 'failed', cause: 'timeout' })),
  );
  expect(resultOf('1 MB header')).toMatchObject({ kind: 'failed' });
  expect(resultOf('no TLS')).toMatchObject({ kind: 'failed', cause: 'tls' });
  expect(resultOf('hangs in the handshake')).toEqual({ kind: 'failed', cause: 'timeout' });
  expect(most).toBeLessThan(MEMORY_MAX_BYTES);
});
