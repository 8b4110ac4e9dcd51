import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { AttemptResult } from './domain/outcome.js';
import { AddressGuard } from './address-guard.js';
import { HttpSender } from './http-sender.js';

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n';
const EARLY = 'HTTP/1.1 413 Content Too Large\r\ncontent-length: 2\r\n\r\nno';
const DRIP_MS = 100;
/** More than the buffers of a connection hold while its receiver reads nothing. */
const LONG_BODY = 'x'.repeat(8_000_000);

const answered = (status: number, excerpt = ''): AttemptResult => ({ kind: 'answered', status, excerpt });
const failed = (cause: 'connection' | 'timeout'): AttemptResult => ({ kind: 'failed', cause });
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Posts to a receiver that calls `receive` on a connection once a request arrives, and reads no further by itself. */
async function attempt(receive: (socket: Socket) => void, body = '{}'): Promise<AttemptResult> {
  const server = createServer((socket) => {
    stops.push(() => socket.destroy());
    socket
      .on('error', () => undefined)
      .once('readable', () => {
        receive(socket);
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const sender = new HttpSender(new AddressGuard([address]));
  stops.push(() => {
    server.close();
    sender.close();
  });
  return sender.post(`http://${address}/hooks`, body, {});
}

const writes = (text: string) => (socket: Socket) => {
  socket.write(text);
};
const ends = (text: string) => (socket: Socket) => {
  socket.end(text);
};
const drips = (head: string, text: string) => (socket: Socket) => {
  socket.write(head);
  const drip = setInterval(() => socket.write(text), DRIP_MS);
  socket.once('close', () => {
    clearInterval(drip);
  });
};

describe('an attempt comes to an end when the receiver', () => {
  test.each([
    ['wants another protocol', writes(SWITCHING), answered(101)],
    ['wants another protocol and goes on in it', writes(`${SWITCHING}\x81\x02hi`), answered(101)],
    ['wants another protocol and says not which', writes('HTTP/1.1 101 Switching\r\n\r\n'), answered(101)],
    ['says that it goes on, and answers', writes(`HTTP/1.1 100 Continue\r\n\r\n${EARLY}`), answered(413, 'no')],
    ['says that it goes on, and leaves', ends('HTTP/1.1 100 Continue\r\n\r\n'), failed('connection')],
    ['leaves without a word', ends(''), failed('connection')],
    ['leaves within its answer', ends('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'), failed('connection')],
    ['speaks no HTTP', writes('hello\r\n\r\n'), failed('connection')],
  ])('%s', async (_, receive, expected) => {
    expect(await attempt(receive)).toEqual(expected);
  });

  test.each([
    ['answers before the body is sent', writes(EARLY), answered(413, 'no')],
    ['wants another protocol before the body is sent', writes(SWITCHING), answered(101)],
  ])('%s', async (_, receive, expected) => {
    expect(await attempt(receive, LONG_BODY)).toEqual(expected);
  });

  test('never answers, or never ends its answer', async () => {
    const endless = [
      writes(''),
      writes('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'),
      drips('', 'HTTP/1.1 103 Early Hints\r\nlink: </>\r\n\r\n'),
      drips('HTTP/1.1 200 OK\r\n', 'x-more: 1\r\n'),
      drips('HTTP/1.1 200 OK\r\n\r\n', 'x'),
    ];
    expect(await Promise.all(endless.map((receive) => attempt(receive)))).toEqual(endless.map(() => failed('timeout')));
  });
});

const SEEN = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

/** A receiver that calls `receive` for the nth request of a connection. */
async function receiverThat(receive: (socket: Socket, request: string, nth: number) => void) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    stops.push(() => socket.destroy());
    let nth = 0;
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        receive(socket, chunk.toString(), (nth += 1));
      });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const sender = new HttpSender(new AddressGuard([address]));
  stops.push(() => {
    server.close();
    sender.close();
  });
  return {
    post: (path: string) => sender.post(`http://${address}${path}`, '{}', {}),
    connections: () => connections,
  };
}

describe('an attempt', () => {
  test('is made again at once on a new connection when the receiver has closed the idle one', async () => {
    const { post, connections } = await receiverThat((socket, _, nth) => {
      if (nth === 1) socket.write(SEEN);
      else socket.resetAndDestroy();
    });
    expect([await post('/'), await post('/'), connections()]).toEqual([answered(200, 'ok'), answered(200, 'ok'), 2]);
  });

  test.each([
    ['later than an idle connection is found closed', (socket: Socket) => setTimeout(() => socket.end(), 1_500)],
    ['after the first bytes of its answer', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nx-half:')],
  ])('on a used connection that the receiver closes %s is not made again', async (_, close) => {
    const { post, connections } = await receiverThat((socket, _request, nth) => {
      if (nth === 1) socket.write(SEEN);
      else close(socket);
    });
    expect([await post('/'), await post('/'), connections()]).toEqual([answered(200, 'ok'), failed('connection'), 1]);
  });

  test.each([0, 99, 999])('gets the status %i', async (status) => {
    const line = `HTTP/1.1 ${String(status).padStart(3, '0')} Odd\r\ncontent-length: 2\r\n\r\nno`;
    expect(await attempt(writes(line))).toEqual(answered(status, 'no'));
  });

  test('on a new connection that the receiver closes is not made again', async () => {
    const { post, connections } = await receiverThat((socket) => {
      socket.resetAndDestroy();
    });
    expect([await post('/'), connections()]).toEqual([failed('connection'), 1]);
  });

  test('does not wait for a connection while others to the same host hang', async () => {
    const { post } = await receiverThat((socket, request) => {
      if (request.startsWith('POST /healthy')) socket.write(SEEN);
    });
    let ended = 0;
    const hanging = Array.from({ length: 200 }, () => post('/hanging').finally(() => (ended += 1)));
    expect(await post('/healthy')).toEqual(answered(200, 'ok'));
    expect(ended).toBe(0);
    for (const stop of stops.splice(0)) stop();
    await Promise.all(hanging);
  });
});
