import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventFamily } from '@paygate/contracts';
import {
  accept,
  createWebhookEndpoint,
  eventFamilies,
  eventObjectScopes,
  getWebhookEvent,
  listWebhookEvents,
  refuse,
  updateWebhookEndpoint,
} from '@paygate/contracts';
import { eventScopeCases } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const { merchantId } = newApiKey().row;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(listWebhookEvents, () => accept({ events: [], hasMore: false, nextCursor: null }));
});

const common = ['events:read', 'webhook_endpoints:write'];
const keyWith = (families: readonly EventFamily[], eventsByScope = true): string => {
  const scopes = [...common, ...families.map((family) => eventObjectScopes[family])];
  const { key, row } = newApiKey({ type: 'restricted', merchantId, scopes, eventsByScope });
  apiKeyRows.put(row.apiKeyId, row);
  return key;
};
const ask = (key: string, path: string, method = 'GET', body?: unknown) =>
  gateway.ask({ method, path, headers: { 'x-api-key': key }, body });
/** The families that the scopes of some read, too. */
const readWith = (families: readonly EventFamily[]) =>
  eventFamilies.filter((family) => families.some((other) => eventObjectScopes[other] === eventObjectScopes[family]));
const others = (families: readonly EventFamily[]) =>
  eventFamilies.filter((family) => !readWith(families).includes(family));
const sent = () => busDouble.sent.map(({ payload }) => payload);
const types = eventScopeCases.filter(({ filter }) => !filter.includes('*'));

describe('[1.3] a restricted key', () => {
  test.each(types)('lists $filter only if it may read $families', async ({ filter, families }) => {
    const able = await ask(keyWith(families), `/events?type=${filter}`);
    expect(able.status).toBe(200);
    const unable = await ask(keyWith(others(families)), `/events?type=${filter}`);
    const [family] = families;
    if (family === undefined) expect(unable.status).toBe(200);
    else expect(unable.body).toMatchObject({ status: 403, code: 'scope_missing', scope: eventObjectScopes[family] });
  });

  test.each(types)('reads $filter only if it may read $families', async ({ filter, families }) => {
    const eventId = newId('event');
    const event = {
      eventId,
      type: filter,
      mode: 'test',
      sequence: 1,
      createdAt: '2026-11-20T10:00:00.000Z',
      body: null,
    } as const;
    busDouble.on(getWebhookEvent, () => accept(event));
    expect((await ask(keyWith(families), `/events/${eventId}`)).status).toBe(200);
    expect((await ask(keyWith(others(families)), `/events/${eventId}`)).status).toBe(families.length === 0 ? 200 : 403);
  });

  test.each(eventFamilies)(
    'has webhooks leave out events whose objects it may not read: those of %s',
    async (family) => {
      await ask(keyWith(others([family])), '/events');
      expect(sent()).toMatchObject([{ unreadable: readWith([family]) }]);
    },
  );

  test('has webhooks refuse an endpoint for them', async () => {
    busDouble.on(createWebhookEndpoint, () => refuse('scope_missing', { fields: { scope: 'refunds:read' } }));
    busDouble.on(updateWebhookEndpoint, () => refuse('scope_missing', { fields: { scope: 'refunds:read' } }));
    const key = keyWith(['payment', 'payout']);
    const url = 'https://shop.example/webhooks';
    const made = await ask(key, '/webhook-endpoints', 'POST', { url, events: ['*'] });
    expect(made.body).toMatchObject({ status: 403, code: 'scope_missing', scope: 'refunds:read' });
    const changed = await ask(key, `/webhook-endpoints/${newId('webhookEndpoint')}`, 'PATCH', { url });
    expect(changed.body).toMatchObject({ status: 403, code: 'scope_missing' });
    expect(sent()).toMatchObject([{ unreadable: ['refund'] }, { unreadable: ['refund'] }]);
  });

  test('of before, and a secret key, read all', async () => {
    const { key, row } = newApiKey({ merchantId });
    apiKeyRows.put(row.apiKeyId, row);
    for (const every of [keyWith([], false), key]) {
      expect((await ask(every, '/events?type=refund.completed')).status).toBe(200);
      await ask(every, '/events');
    }
    for (const payload of sent()) expect(payload).not.toHaveProperty('unreadable');
  });
});
