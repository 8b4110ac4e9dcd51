import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PayoutBatchMoved, PayoutEnded } from '@paygate/contracts';
import { compileChecker, payoutBatchEventExample, PayoutBatchEventView, PayoutEventView } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { MerchantsServer } from '../merchants-server.js';
import { openShop } from '../shop.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

const AT = '2026-11-21T09:00:03.000Z';
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

function ended(merchantId: string, change: Partial<PayoutEnded['payout']> = {}): PayoutEnded {
  const payout: PayoutEnded['payout'] = {
    ...{ payoutId: newId('payout'), merchantId, destinationId: newId('payoutDestination'), operator: 'mtn_momo' },
    ...{ phoneMasked: '********01', status: 'COMPLETED', amount: '50000', fee: '250', net: '49750', currency: 'XAF' },
    ...{ source: 'request', reason: null, metadata: '{"b": 1.0,"a":2}', transmission: null, failure: null },
    ...{ mode: 'test', actor: null, createdAt: AT, updatedAt: AT, completedAt: AT },
    ...change,
  };
  return { eventId: newId('event'), merchantId, payout, occurredAt: AT };
}

test('[12.1] a payout that arrived and one that failed are delivered once each, as the document describes them', async () => {
  const shop = await openShop({ service, merchants }, () => ({ status: 200 }));
  const other = await openShop({ service, merchants }, () => ({ status: 200 }));
  const completed = ended(shop.merchantId);
  const failure = { code: 'payer_limit_reached', message: 'The wallet cannot receive this amount.' } as const;
  const failed = ended(shop.merchantId, { status: 'FAILED', failure, completedAt: null });
  await service.paidOut(completed, failed);
  // the same event in another message, as after a restore of its publisher
  await service.paidOut(completed);
  const last = ended(shop.merchantId);
  await service.paidOut(last);
  await shop.delivered(3);
  const posts = merchants.at(shop.path);
  expect(new Set(posts.map(({ eventId }) => eventId))).toEqual(
    new Set([completed, failed, last].map(({ eventId }) => eventId)),
  );
  expect(posts).toHaveLength(3);
  const bodies = posts.map(({ body }) => JSON.parse(body) as PayoutEventView);
  for (const body of bodies) expect(compileChecker(PayoutEventView)(body)).toEqual([]);
  expect(bodies.find(({ id }) => id === failed.eventId)).toMatchObject({
    type: 'payout.failed',
    sequence: null,
    data: { payout: { id: failed.payout.payoutId, status: 'FAILED', failure } },
  });
  const [first] = posts.filter(({ eventId }) => eventId === completed.eventId);
  expect(first?.body).toContain('"type":"payout.completed"');
  expect(first?.body).toContain('"metadata":{"b": 1.0,"a":2}');
  expect(first?.body).not.toContain('actor');
  await eventually(async () => (await shop.rows()).length === 3);
  expect(other.posts()).toEqual([]);
});

test('a batch of payouts that was approved and one that has ended are delivered once each, as the document describes them', async () => {
  const shop = await openShop({ service, merchants }, () => ({ status: 200 }));
  const movedOf = (type: 'payout_batch.approved' | 'payout_batch.completed'): PayoutBatchMoved => {
    const { payoutBatch } = payoutBatchEventExample(type).data;
    const own = Object.entries(payoutBatch).filter(([name]) => name !== 'id' && name !== 'object');
    const batch = Object.fromEntries(own) as Omit<typeof payoutBatch, 'id' | 'object'>;
    const { merchantId } = shop;
    return {
      eventId: newId('event'),
      merchantId,
      occurredAt: AT,
      batch: { batchId: newId('payoutBatch'), merchantId, ...batch },
    };
  };
  const [approved, completed] = [movedOf('payout_batch.approved'), movedOf('payout_batch.completed')];
  await service.movedBatches(approved, completed, approved);
  await shop.delivered(2);
  const bodies = merchants.at(shop.path).map(({ body }) => JSON.parse(body) as PayoutBatchEventView);
  expect(bodies).toHaveLength(2);
  for (const body of bodies) expect(compileChecker(PayoutBatchEventView)(body)).toEqual([]);
  expect(bodies.find(({ id }) => id === completed.eventId)).toMatchObject({
    type: 'payout_batch.completed',
    data: { payoutBatch: { id: completed.batch.batchId, status: 'COMPLETED', counts: { completed: 2 } } },
  });
  expect(JSON.stringify(bodies)).not.toContain(shop.merchantId);
});
