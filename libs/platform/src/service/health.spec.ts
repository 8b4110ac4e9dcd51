import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { Counter, Gauge, Registry } from 'prom-client';
import { HealthServer } from './health-server.js';
import { Health } from './health.js';

let health: Health;
let metrics: Registry;
let server: HealthServer;
beforeEach(async () => {
  health = new Health();
  metrics = new Registry();
  server = await HealthServer.listen(health, metrics, { host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  await server.close();
});
const get = async (path: string, method = 'GET'): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  const text = await response.text();
  return { status: response.status, body: text === '' ? '' : JSON.parse(text) };
};

describe('[2.10] readyz', () => {
  it('is 200 when every part is ready', async () => {
    health.register('database', () => true);
    expect(await get('/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
  });

  it('is 503 and names every part that is not, with its reason', async () => {
    health.register('database', () => false);
    health.register('api keys', () => 'stale');
    health.register('transport', () => true);
    expect(await get('/readyz')).toEqual({
      status: 503,
      body: { status: 'not ready', draining: false, notReady: { database: 'not ready', 'api keys': 'stale' } },
    });
  });

  it('is 503 once the shutdown has begun, while the process still lives', async () => {
    health.register('database', () => true);
    health.drain();
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { draining: true, notReady: {} } });
    expect(await get('/livez')).toEqual({ status: 200, body: { status: 'alive' } });
  });

  it('is 503 when a check throws', async () => {
    health.register('broken', () => {
      throw new Error('secret detail');
    });
    expect(await get('/readyz')).toMatchObject({ status: 503, body: { notReady: { broken: 'its check failed' } } });
  });
});

describe('metrics', () => {
  const read = (): Promise<Response> => fetch(`http://127.0.0.1:${server.port}/metrics`);

  it('are what the registry holds, in the text format of Prometheus', async () => {
    const forged = new Counter({ name: 'paygate_messages_forged_total', help: 'Messages.', registers: [metrics] });
    forged.inc(2);
    const response = await read();
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('paygate_messages_forged_total 2\n');
  });

  it('are answered with 500, and the process goes on, when one cannot be read', async () => {
    const collect = (): never => {
      throw new Error('secret detail');
    };
    new Gauge({ name: 'broken', help: 'None.', registers: [metrics], collect });
    const response = await read();
    expect([response.status, await response.text()]).toEqual([500, '{"status":"a metric could not be read"}']);
    expect((await get('/livez')).status).toBe(200);
  });
});

describe('the server', () => {
  it('answers a HEAD without a body, other paths with 404, other methods with 405', async () => {
    expect(await get('/livez', 'HEAD')).toEqual({ status: 200, body: '' });
    expect((await get('/readyz?verbose')).status).toBe(404);
    expect((await get('/metric')).status).toBe(404);
    expect((await get('/livez', 'POST')).status).toBe(405);
  });

  it('closes although a connection hangs open', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('connect', resolve));
    socket.write('GET /livez HTTP/1.1\r\n');
    await server.close();
    await closed;
  });

  it('refuses a port that is taken', async () => {
    await expect(HealthServer.listen(health, metrics, { host: '127.0.0.1', port: server.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
