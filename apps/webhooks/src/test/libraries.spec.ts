import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import type { Post } from './merchants-server.js';
import { MerchantsServer } from './merchants-server.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/*
 * The bytes and headers of deliveries verify with the libraries that merchants have already.
 * DELIVERIES=10000 npm test -- integration apps/webhooks/src/test/libraries
 */

const SETUP_MS = 60_000;
/** To each of two endpoints. */
const EVENTS = Math.ceil(Number(process.env['DELIVERIES'] ?? 400) / 2);
const BATCH = 250;
/** The most metadata that an intent may carry, in bytes. */
const METADATA_MAX = 16_384;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
  await service.startInstance();
});
afterAll(async () => {
  await service.stop();
  merchants.stop();
});

const METADATA = [
  '{}',
  '{"order":"8812"}',
  '{ "spaced" : "out",\t"escaped":"\\u00e9\\n" }',
  '{"name":"Ngô Bảo Châu — 吴宝珠 🎉","ar":"مرحبا","combining":"e\u0301","zero width":"a\u200db"}',
  `{"large":"${'x'.repeat(METADATA_MAX - 12)}"}`,
  `{"large":"${'ሀ'.repeat((METADATA_MAX - 12) / 3)}"}`,
] as const;

/** Verifies one delivery with each library and each secret, and expects a changed byte to be noticed. */
function verify(post: Post, secrets: readonly string[]): void {
  const header = (name: string): string => String(post.headers[name]);
  const standard = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, header(name)]),
  );
  const changed = post.body.replace('"id"', '"iD"');
  for (const secret of secrets) {
    const event: unknown = JSON.parse(post.body);
    expect(new Webhook(secret).verify(post.body, standard)).toEqual(event);
    expect(Stripe.webhooks.constructEvent(post.body, header('service-signature'), secret)).toEqual(event);
    verifyServiceSignature(post.body, header('service-signature'), secret);
    expect(() => new Webhook(secret).verify(changed, standard)).toThrow('No matching signature');
    expect(() => Stripe.webhooks.constructEvent(changed, header('service-signature'), secret)).toThrow('No signatures');
  }
}

test(
  'deliveries verify with the libraries of Stripe and Standard Webhooks, with one live secret and with each of three',
  async () => {
    const one = await service.endpointWith({ url: merchants.url('/one') });
    const three = await service.endpointWith({ url: merchants.url('/three') });
    const secrets = [
      three.secret,
      await service.secretFor(three.endpointId),
      await service.secretFor(three.endpointId),
    ];
    const changes = Array.from({ length: EVENTS }, (_, n) =>
      service.change({ metadata: METADATA[n % METADATA.length] ?? '{}' }),
    );
    for (let at = 0; at < EVENTS; at += BATCH) await service.completed(...changes.slice(at, at + BATCH));
    const all = () => merchants.posts.length >= 2 * EVENTS;
    await eventually(all, { timeoutMs: SETUP_MS + 20 * EVENTS, intervalMs: 200 });
    for (const post of merchants.at('/one')) verify(post, [one.secret]);
    for (const post of merchants.at('/three')) {
      verify(post, secrets);
      expect(String(post.headers['service-signature']).split(',v1=')).toHaveLength(4);
    }
    const received = new Map(merchants.at('/three').map(({ eventId, body }) => [eventId, body]));
    expect(received.size).toBe(EVENTS);
    for (const { eventId, intent } of changes) expect(received.get(eventId)).toContain(`"metadata":${intent.metadata}`);
  },
  5 * SETUP_MS,
);
