import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ShutdownCoordinator } from '../../service/shutdown-coordinator.js';
import { Logger } from '../logger.js';
import { OtlpTracing } from './otlp-tracing.js';
import { NoTracing, TRACEPARENT } from './tracing.js';

/** Nobody listens there. */
const endpoint = 'http://127.0.0.1:9';
const [all, none] = [1, 0].map((ratio) => new OtlpTracing({ service: 'test', instance: 'test', endpoint, ratio }));
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const sampled = `00-${TRACE}-b7ad6b7169203331-01`;

const NONE = { traceparent: undefined, end: () => undefined };

afterAll(async () => {
  await Promise.all([all?.close(), none?.close()]);
});

describe('a span', () => {
  it('belongs to the trace of its parent, and is recorded as that is, whatever the share', () => {
    for (const tracing of [all, none])
      for (const flags of ['00', '01']) {
        const span = tracing?.begin({ name: 'a', kind: 'consumer', parent: `${sampled.slice(0, -2)}${flags}` });
        expect(span?.traceparent).toMatch(new RegExp(`^00-${TRACE}-(?!b7ad6b7169203331)[0-9a-f]{16}-${flags}$`));
        span?.end();
      }
  });

  it('begins a trace without a parent, or with one that is malformed', () => {
    for (const parent of [undefined, '', 'x', `00-${'0'.repeat(32)}-${'0'.repeat(16)}-01`, sampled.toUpperCase()]) {
      const { traceparent = '' } = all?.begin({ name: 'a', kind: 'server', parent }) ?? {};
      expect(traceparent).toMatch(TRACEPARENT);
      expect(traceparent).toMatch(/-01$/);
      expect(traceparent).not.toContain(TRACE);
    }
    expect(none?.begin({ name: 'a', kind: 'server' }).traceparent).toMatch(/-00$/);
  });

  it('is found by the id of the message that it handles until it ends', () => {
    const one = all?.begin({ name: 'a', kind: 'consumer', handles: 'one' });
    expect(all?.active({ causationId: 'one' })).toBe(one?.traceparent);
    expect([all?.active({ causationId: 'two' }), all?.active({})]).toEqual([undefined, undefined]);
    one?.end();
    expect(all?.active({ causationId: 'one' })).toBeUndefined();
  });

  it('of a request is found by what the request does, and by nothing else', async () => {
    const found = await Promise.all(
      ['a', 'b'].map((name) => {
        const { promise, resolve } = Promise.withResolvers<readonly (string | undefined)[]>();
        const span = all?.begin({ name, kind: 'server' });
        all?.within(span ?? NONE, () => {
          setImmediate(() => {
            resolve([span?.traceparent, all.active({})]);
          });
        });
        return promise;
      }),
    );
    for (const [begun, active] of found) expect(active).toBe(begun);
    expect(new Set(found.flat()).size).toBe(2);
    expect(all?.active({})).toBeUndefined();
  });
});

it('lets a shutdown succeed while its collector takes connections and answers none', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const silent = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tracing = new OtlpTracing({ service: 'test', instance: 'test', endpoint: silent, ratio: 1 });
  tracing.begin({ name: 'a', kind: 'server' }).end();
  const shutdown = new ShutdownCoordinator(new Logger({ service: 'test', instance: 'test' }));
  shutdown.on('close', 'traces', () => tracing.close());
  expect(await shutdown.run()).toBe(true);
  const [socket] = (await accepted) as [Socket];
  socket.destroy();
  server.close();
});

it('makes nothing while traces are off', () => {
  const off = new NoTracing();
  const span = off.begin();
  span.end();
  expect([span.traceparent, off.isOn]).toEqual([undefined, false]);
});
