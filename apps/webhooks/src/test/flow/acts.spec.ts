import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MerchantActed, Reply, UpdateWebhookEndpointCommand } from '@paygate/contracts';
import {
  deleteWebhookEndpoint,
  eventStreams,
  listEventDeliveries,
  recoverWebhookEndpoint,
  redeliverWebhook,
  rotateWebhookSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

let service: WebhooksUnderTest;
let acts: EventCollector;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
  acts = await eventCollector(service.topicPrefix, eventStreams.webhooksAudit);
});
afterAll(async () => {
  await acts.stop();
  await service.stop();
});

const dataOf = <Answer>(reply: Reply<Answer>): Answer => {
  if (!reply.ok) throw new Error(reply.code);
  return reply.data;
};
const once = () => ({ keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url('') });
const account = () => ({ merchantId: newId('merchant'), mode: 'test' as const, actor: newId('member') });

/** The acts that are published of an account, up to one that is its last. */
async function actsUntil(merchantId: string, last: string): Promise<readonly MerchantActed[]> {
  const published = (): MerchantActed[] => {
    const own = acts.events.filter(({ key }) => key === merchantId);
    return [...new Map(own.map(({ id, payload }) => [id, payload as MerchantActed])).values()];
  };
  await eventually(() => published().some(({ action }) => action === last));
  return published();
}

test('[1.37] every change of an endpoint is published once, with its actor, and what changed nothing is not', async () => {
  const owner = account();
  const idempotency = once();
  const wanted = { ...owner, endpointId: newId('webhookEndpoint'), idempotency };
  const { endpointId } = dataOf(await service.register(wanted)).endpoint;
  await service.register(wanted);
  const endpoint = { ...owner, endpointId };
  expect(await service.register({ ...owner, url: 'https://user@shop.example' })).toMatchObject({ ok: false });
  const changes: readonly Partial<UpdateWebhookEndpointCommand>[] = [
    ...[{ description: 'orders' }, { description: 'orders' }],
    ...[{ status: 'paused' as const }, { status: 'paused' as const }],
    ...[{ events: ['payment.*'], status: 'enabled' as const }, {}],
  ];
  for (const change of changes) dataOf(await service.ask(updateWebhookEndpoint, { ...endpoint, ...change }));
  const rotation = { ...endpoint, overlapSeconds: 60, idempotency: once() };
  for (let times = 0; times < 2; times += 1) dataOf(await service.ask(rotateWebhookSecret, rotation));
  dataOf(await service.ask(testWebhookEndpoint, { ...endpoint, eventId: newId('event') }));
  dataOf(await service.ask(deleteWebhookEndpoint, endpoint));
  expect(await service.ask(deleteWebhookEndpoint, endpoint)).toMatchObject({ ok: false });
  const published = await actsUntil(owner.merchantId, 'webhook_endpoint.deleted');
  expect(published).toEqual(
    ['created', 'changed', 'paused', 'changed', 'enabled', 'secret_rotated', 'tested', 'deleted'].map((what) => ({
      ...owner,
      action: `webhook_endpoint.${what}`,
      subject: endpointId,
    })),
  );
});

test('[1.37] what is sent again is published, and a trial that sends nothing is not', async () => {
  const { merchantId, mode, actor } = { ...account(), actor: newId('apiKey') };
  const { endpointId } = dataOf(await service.register({ merchantId, mode })).endpoint;
  const change = service.change({ merchantId });
  await service.completed(change);
  const { deliveryId } = await eventually(async () => {
    const found = await service.ask(listEventDeliveries, { merchantId, mode, eventId: change.eventId });
    return found.ok && found.data.deliveries.find(({ status }) => status === 'delivered');
  });
  const again = { merchantId, mode, actor, deliveryId, idempotency: once() };
  for (let times = 0; times < 2; times += 1) dataOf(await service.ask(redeliverWebhook, again));
  const range = { from: new Date(Date.now() - 60_000).toISOString(), includeDelivered: true };
  for (const dryRun of [true, false])
    await eventually(async () => {
      const recoveryId = newId('webhookRecovery');
      const recovery = { merchantId, mode, actor, endpointId, recoveryId, ...range, dryRun };
      return (await service.ask(recoverWebhookEndpoint, recovery)).ok;
    });
  const published = await actsUntil(merchantId, 'webhook_endpoint.recovery_started');
  // the endpoint was created by no member or key
  expect(published).toEqual([
    { merchantId, mode, action: 'webhook_endpoint.created', subject: endpointId, actor: 'operator' },
    { merchantId, mode, action: 'delivery.redelivered', subject: deliveryId, actor },
    { merchantId, mode, action: 'webhook_endpoint.recovery_started', subject: endpointId, actor },
  ]);
});
