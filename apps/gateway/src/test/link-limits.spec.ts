import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PayLinkCommand } from '@paygate/contracts';
import { accept, getMerchantProfile, getSharedLink, payLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { busDouble, GatewayWithDoubles } from './fixtures/bus-doubles.js';
import { GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { countOf, limitsAreShared } from './fixtures/limited-gateways.js';
import { intentOf, merchantProfileOf, paymentLinkOf } from './fixtures/samples.js';

/* The bounds of payments by links, on a real Redis. A minute is longer than a burst takes on a busy machine. */

const OF_ADDRESS = 3;
const OF_LINK = 5;
const limited = {
  RATE_LIMIT_LINK_ADDRESS_PER_MINUTE: String(OF_ADDRESS),
  RATE_LIMIT_LINK_PER_MINUTE: String(OF_LINK),
  TOPIC_PREFIX: `l${Date.now().toString(36)}`,
  TRUSTED_PROXIES: '127.0.0.1',
};
const merchantId = newId('merchant');
let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles, limited);
  await limitsAreShared(gateway);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
  busDouble.on(getSharedLink, ({ linkId }) => accept(paymentLinkOf(linkId, merchantId)));
  busDouble.on(payLink, ({ intentId }) =>
    accept(intentOf({ ...{ intentId, merchantId, mode: 'test', amount: '5000' }, currency: 'XAF', metadata: '{}' })),
  );
});

const pay = (linkId: string, address: string, headers: Readonly<Record<string, string>> = {}) =>
  gateway.ask({
    method: 'POST',
    path: `/payment-links/${linkId}/payments`,
    headers: { 'x-forwarded-for': address, ...headers },
  });
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

test('[9.8] an address begins a number of payments a minute by all links together, and the rest does not reach intents', async () => {
  const links = upTo(4).map(() => newId('paymentLink'));
  const answers = await Promise.all(upTo(12).map((index) => pay(links[index % 4] ?? '', '203.0.113.7')));
  expect(countOf(answers, 201)).toBeLessThanOrEqual(OF_ADDRESS + 1);
  expect(countOf(answers, 201)).toBe(busDouble.sent.filter(({ name }) => name === 'pay-link').length);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'rate_limited', retryable: true });
  expect(refused?.headers['ratelimit-policy']).toBe(`"link-address";q=${OF_ADDRESS};w=60`);
  expect((await pay(newId('paymentLink'), '203.0.113.8')).status).toBe(201);
});

test('[9.8] a link begins a number of payments a minute for all addresses together, and other links go on', async () => {
  const linkId = newId('paymentLink');
  const answers = await Promise.all(upTo(20).map((index) => pay(linkId, `198.51.100.${index + 1}`)));
  expect(countOf(answers, 201)).toBeLessThanOrEqual(OF_LINK + 1);
  expect(countOf(answers, 201)).toBeGreaterThanOrEqual(OF_LINK);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers['ratelimit-policy']).toBe(`"link";q=${OF_LINK};w=60`);
  expect((await pay(newId('paymentLink'), '198.51.100.99')).status).toBe(201);
});

test('a short idempotency key of one payer is not that of a payer at another address; one that nobody guesses is kept on the way', async () => {
  for (const [linkId, key, host] of [
    [newId('paymentLink'), '1', 1],
    [newId('paymentLink'), randomUUID(), 3],
  ] as const)
    for (const address of [host, host, host + 1].map((last) => `192.0.2.${last}`))
      expect((await pay(linkId, address, { 'idempotency-key': key })).status).toBe(201);
  const hashes = busDouble.sent.flatMap(({ payload }) => (payload as PayLinkCommand).idempotency?.keyHash ?? []);
  const [short, again, other, long, repeated, moved] = hashes;
  expect([again, repeated, moved]).toEqual([short, long, long]);
  expect(other).not.toBe(short);
});
