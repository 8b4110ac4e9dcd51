import { request as httpsRequest } from 'node:https';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { accept, BODY_MAX_BYTES, railCallback, refuse } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { certificate, GatewayUnderTest } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const token = 'A'.repeat(32);
const path = `/rails/mtn_momo/callbacks/${token}`;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(railCallback, ({ rail }) => accept({ rail }));
});

describe('[2.20] a callback of a rail', () => {
  test.each(['PUT', 'POST'])('[2.16] by %s is passed on as identifiers, without its body', async (method) => {
    const answer = await gateway.ask({ method, path, body: { status: 'SUCCESSFUL', amount: '1' } });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(busDouble.sent.map(({ name, payload }) => [name, payload])).toEqual([
      ['rail-callback', { rail: 'mtn_momo', token }],
    ]);
  });

  test.each([
    ['a body of another type', path, { 'content-type': 'text/xml' }],
    ['a body that is no JSON', path, { 'content-type': 'application/json' }],
    ['another charset', path, { 'content-type': 'application/json; charset=iso-8859-1' }],
    ['a content coding', path, { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
    ['a body that is longer than any of the API', path, { 'content-type': 'application/json' }, 2 * BODY_MAX_BYTES],
  ])('with %s has the same answer', async (_, where, headers, length = 8) => {
    const answer = await gateway.ask({ method: 'POST', path: where, headers, body: '<'.repeat(length) });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(busDouble.sent).toHaveLength(1);
  });

  test('with an endless body is not read to its end', async () => {
    const total = 200 * 2 ** 20;
    const request = httpsRequest({
      ...{ host: '127.0.0.1', port: gateway.port, ca: certificate, agent: false, method: 'POST', path },
      headers: { 'content-length': total },
    });
    let status: number | undefined;
    request.once('response', (response) => {
      status = response.statusCode;
      response.resume();
    });
    const ended = new Promise((resolve) => request.once('close', resolve));
    request.on('error', () => undefined);
    let written = 0;
    const write = (): void => {
      while (written < total && !request.destroyed) {
        written += 2 ** 20;
        if (!request.write(Buffer.alloc(2 ** 20))) return void request.once('drain', write);
      }
      request.end();
    };
    write();
    await ended;
    // the connection may end before a client that is still writing has read the answer
    expect([200, undefined]).toContain(status);
    expect(written).toBeLessThan(total);
    // by its head the gateway passes it on, perhaps after the connection has ended
    await eventually(() => busDouble.sent.length === 1);
  });

  test.each([
    ['of an unknown rail', `/rails/nobody/callbacks/${token}`],
    ['with a token that cannot be one', '/rails/mtn_momo/callbacks/short'],
  ])('%s has the same answer, and goes nowhere', async (_, where) => {
    const answer = await gateway.ask({ method: 'POST', path: where, body: {} });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(busDouble.sent).toEqual([]);
  });

  test('beyond those that charging works on has the same answer, and goes nowhere', async () => {
    const { promise: answered, resolve } = Promise.withResolvers<undefined>();
    busDouble.on(railCallback, async ({ rail }) => {
      await answered;
      return accept({ rail });
    });
    const from = (address: string) =>
      gateway.ask({ method: 'PUT', path, headers: { 'x-forwarded-for': address }, body: {} });
    // one sender has a quarter of the room, however much it sends
    for (let n = 0; n < 40; n++) expect((await from('203.0.113.1')).status).toBe(200);
    expect(busDouble.sent).toHaveLength(8);
    for (let n = 2; n < 42; n++) expect((await from(`203.0.113.${n}`)).status).toBe(200);
    expect(busDouble.sent).toHaveLength(32);
    resolve(undefined);
    await eventually(async () => {
      await gateway.ask({ method: 'PUT', path, body: {} });
      return busDouble.sent.length > 32;
    });
  });

  test('that charging cannot take has the same answer: the operation is polled anyway', async () => {
    busDouble.on(railCallback, () => refuse('service_unavailable'));
    expect((await gateway.ask({ method: 'PUT', path, body: {} })).status).toBe(200);
  });
});
