import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { eventStreams, updateWebhookEndpoint } from '@paygate/contracts';
import { keyWorkCases } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { MerchantsServer } from '../merchants-server.js';
import { openShop } from '../shop.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

let service: WebhooksUnderTest;
let merchants: MerchantsServer;
let acts: EventCollector;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
  await service.startInstance();
  acts = await eventCollector(service.topicPrefix, eventStreams.webhooksAudit);
});
afterAll(async () => {
  await acts.stop();
  await service.stop();
  merchants.stop();
});

const openedShop = () => openShop({ service, merchants }, () => ({ status: 200 }));
const secretsOf = (endpointId: string) =>
  service.database.query('SELECT sealed_secret FROM webhook_secret WHERE endpoint_id = $1', [endpointId]);
const actsOf = (merchantId: string) =>
  acts.events.filter(({ key }) => key === merchantId).map(({ payload }) => payload as MerchantActed);

test.each(keyWorkCases.filter(({ object }) => object === 'webhook_endpoint'))(
  '[1.58] an endpoint receives nothing after the key of $acted was revoked',
  async ({ act, ended, state }) => {
    const [shop, other] = [await openedShop(), await openedShop()];
    await shop.emit(1);
    await shop.delivered(1);
    const before = await secretsOf(shop.endpointId);
    const { merchantId } = shop;
    const at = new Date().toISOString();
    const actor = newId('member');
    const work = (id: string) => ({ id, object: 'webhook_endpoint', act, at }) as const;
    await service.endKeyWork({
      ...{ merchantId, mode: 'test', actor },
      work: [work(shop.endpointId), work(other.endpointId), work(newId('webhookEndpoint'))],
    });
    await eventually(async () => (await shop.read())?.state === state);
    await eventually(() => actsOf(merchantId).length > 0);
    expect(actsOf(merchantId)).toMatchObject([{ action: ended, subject: shop.endpointId, actor }]);
    await shop.emit(2);
    await other.emit(1);
    await other.delivered(1);
    expect(shop.posts()).toHaveLength(1);
    const after = await secretsOf(shop.endpointId);
    if (act === 'changed') expect(after).toEqual(before);
    else for (const secret of before) expect(after).not.toContainEqual(secret);
  },
);

test('an endpoint that its merchant enables again stays enabled', async () => {
  const shop = await openedShop();
  const at = new Date().toISOString();
  const ended = {
    ...{ merchantId: shop.merchantId, mode: 'test' as const, actor: newId('member') },
    work: [{ id: shop.endpointId, object: 'webhook_endpoint' as const, act: 'changed' as const, at }],
  };
  await service.endKeyWork(ended);
  await eventually(async () => (await shop.read())?.state === 'paused');
  expect(await service.ask(updateWebhookEndpoint, { ...shop.key, status: 'enabled' })).toMatchObject({ ok: true });
  await shop.emit(1);
  await shop.delivered(1);
});
