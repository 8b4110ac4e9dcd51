import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { rotateWebhookSecret, updateWebhookEndpoint } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { verifyServiceSignature } from '@paygate/webhook-signature';
import { InFlight } from '../../delivery/in-flight.js';
import type { Post } from '../merchants-server.js';
import { MerchantsServer } from '../merchants-server.js';
import { openShop } from '../shop.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

const PATIENCE_MS = 120_000;
const EVENTS = 1_000;
const ANSWER_MS = 10;

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

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};

describe.each([
  ['an endpoint', false],
  ['an ordered endpoint', true],
])('of %s', (_, ordered) => {
  /** A backlog that is being sent. */
  async function flow() {
    const answerLate = () =>
      new Promise<{ status: number }>((resolve) => setTimeout(resolve, ANSWER_MS, { status: 200 }));
    const shop = await openShop({ service, merchants }, answerLate, { ordered });
    await shop.set(`state = 'paused'`);
    await shop.emit(EVENTS);
    await eventually(async () => (await shop.rows()).length === EVENTS, { timeoutMs: PATIENCE_MS });
    dataOf(await service.ask(updateWebhookEndpoint, { ...shop.key, status: 'enabled' }));
    await eventually(() => shop.posts().length > 0, { timeoutMs: PATIENCE_MS });
    /** The POSTs that have begun after now. */
    const after = (): (() => readonly Post[]) => {
      const begun = merchants.at(shop.path).length + service.part(InFlight).window(shop.endpointId).inFlight;
      return () => merchants.at(shop.path).slice(begun);
    };
    return { shop, after };
  }

  test(
    '[7.20] a pause lets none begin after it was answered',
    async () => {
      const { shop, after } = await flow();
      dataOf(await service.ask(updateWebhookEndpoint, { ...shop.key, status: 'paused' }));
      const later = after();
      await eventually(async () => {
        const rows = await service.database.query(
          'SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND leased_by IS NOT NULL',
          [shop.endpointId],
        );
        return rows.length === 0;
      });
      expect(later()).toEqual([]);
      const waiting = (await shop.rows()).filter(({ state }) => state === 'pending').length;
      expect(waiting).toBeGreaterThan(0);
      expect(shop.posts()).toHaveLength(EVENTS - waiting);
    },
    2 * PATIENCE_MS,
  );

  test(
    '[7.20] a rotation without overlap signs each that begins after it was answered with the new secret alone',
    async () => {
      const { shop, after } = await flow();
      const idempotency = { keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url('') };
      const rotated = await service.ask(rotateWebhookSecret, { ...shop.key, overlapSeconds: 0, idempotency });
      const later = after();
      const secret = service.opened(dataOf(rotated).secret);
      expect((await shop.rows()).some(({ state }) => state === 'pending')).toBe(true);
      await eventually(() => later().length >= 100, { timeoutMs: PATIENCE_MS });
      for (const { body, headers } of later()) {
        const signature = String(headers['service-signature']);
        expect(signature.split(',v1=')).toHaveLength(2);
        verifyServiceSignature(body, signature, secret);
      }
    },
    2 * PATIENCE_MS,
  );
});
