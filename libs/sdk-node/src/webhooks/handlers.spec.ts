import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Paygate } from '../index.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
const event = Paygate.webhooks.generateTestEvent('payment.completed', { metadata: { orderId: '7' } });
const payload = JSON.stringify(event);
const signature = () => Paygate.webhooks.generateTestHeaderString({ payload, secret });
const handled: unknown[] = [];
const errors: unknown[] = [];
const options = {
  secret,
  on: {
    'payment.completed': ({ data }: typeof event) => {
      if (data.paymentIntent.metadata['orderId'] === 'broken') throw new Error('the shop is down');
      handled.push(data.paymentIntent.metadata);
    },
  },
  onError: (error: unknown) => errors.push(error),
};
const node = Paygate.webhooks.nodeHandler(options);
const fetchHandler = Paygate.webhooks.handler(options);
/** The route's promise for the latest request. */
let answered: Promise<void> | undefined;
const server = createServer((request, response) => {
  answered = node(request, response);
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const post = (body: string, header?: string) => ({
  method: 'POST',
  body,
  headers: header === undefined ? {} : { 'service-signature': header },
});

test('a route of Node acknowledges an event after its function has ended', async () => {
  expect((await fetch(url, post(payload, signature()))).status).toBe(200);
  expect(handled).toEqual([{ orderId: '7' }]);
});

test('a route of the Fetch API does so too', async () => {
  const answer = await fetchHandler(new Request('https://shop.example/hooks', post(payload, signature())));
  expect([answer.status, handled.length]).toEqual([200, 2]);
});

test.each(['utf8', 'latin1', 'hex'] as const)(
  'a request that is read as text in %s is put together again',
  async (encoding) => {
    const accented = JSON.stringify(
      Paygate.webhooks.generateTestEvent('payment.completed', { metadata: { name: 'Éric é€' } }),
    );
    const header = Paygate.webhooks.generateTestHeaderString({ payload: accented, secret });
    const reading = createServer((request, response) => {
      request.setEncoding(encoding);
      void node(request, response);
    });
    await new Promise<void>((resolve) => reading.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(reading.address() as AddressInfo).port}`;
    const answer = await fetch(address, post(accented, header));
    expect([answer.status, handled.pop()]).toEqual([200, { name: 'Éric é€' }]);
    await new Promise((resolve) => reading.close(resolve));
  },
);

test('a delivery that does not verify is answered 400 with the cause', async () => {
  const answer = await fetch(url, post(`${payload} `, signature()));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('no signature')]);
  expect((await fetch(url, post(payload))).status).toBe(400);
});

test('a function that throws makes Paygate deliver again', async () => {
  const broken = JSON.stringify(
    Paygate.webhooks.generateTestEvent('payment.completed', { metadata: { orderId: 'broken' } }),
  );
  const header = Paygate.webhooks.generateTestHeaderString({ payload: broken, secret });
  const answer = await fetch(url, post(broken, header));
  expect([answer.status, errors.at(-1)]).toEqual([500, new Error('the shop is down')]);
  expect(await answer.text()).not.toContain('shop');
});

test('a type without a function is acknowledged', async () => {
  const expired = JSON.stringify(Paygate.webhooks.generateTestEvent('payment.expired'));
  const header = Paygate.webhooks.generateTestHeaderString({ payload: expired, secret });
  expect((await fetch(url, post(expired, header))).status).toBe(200);
});

test('a body beyond 1 MiB is refused before it is read whole', async () => {
  expect((await fetch(url, post('x'.repeat(1_100_000), signature()))).status).toBe(413);
  let sent = 0;
  const endless = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(65_536));
      sent++;
    },
  });
  const init = { method: 'POST', body: endless, duplex: 'half' } as const;
  const answer = await fetchHandler(new Request('https://shop.example/hooks', init));
  expect([answer.status, sent < 20]).toEqual([413, true]);
});

test('a sender that leaves in the middle of the body does not end the process', async () => {
  const { port } = server.address() as AddressInfo;
  const sender = connect(port, '127.0.0.1');
  sender.write('POST / HTTP/1.1\r\nhost: shop\r\ncontent-length: 9\r\n\r\n{');
  await once(server, 'request');
  sender.destroy();
  await expect(answered).resolves.toBeUndefined();
  expect(errors.at(-1)).toMatchObject({ code: 'ECONNRESET' });
  const broken = new ReadableStream({
    start(controller) {
      controller.error(new Error('terminated'));
    },
  });
  const init = { method: 'POST', body: broken, duplex: 'half' } as const;
  expect((await fetchHandler(new Request('https://shop.example/hooks', init))).status).toBe(400);
});

test('a delivery without a body is refused by both', async () => {
  const answer = await fetchHandler(new Request('https://shop.example/hooks', { method: 'POST' }));
  expect([answer.status, (await fetch(url, { method: 'POST' })).status]).toEqual([400, 400]);
});

test('a body that a parser in front has made an object of is refused with the fix', async () => {
  const response = {
    statusCode: 0,
    text: '',
    end(text: string) {
      this.text = text;
    },
  };
  const request = Object.assign(new Request('https://shop.example').body ?? emptyBody(), {
    headers: { 'service-signature': signature() },
    body: event,
  });
  await node(request, response);
  expect([response.statusCode, response.text]).toEqual([400, expect.stringContaining('express.raw')]);
});

async function* emptyBody(): AsyncGenerator<never> {
  await Promise.resolve();
  yield* [];
}
