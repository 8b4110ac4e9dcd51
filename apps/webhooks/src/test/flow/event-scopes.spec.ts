import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventFamilies, eventObjectScopes, listWebhookEvents, updateWebhookEndpoint } from '@paygate/contracts';
import { eventScopeCases } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

let service: WebhooksUnderTest;
beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
});
afterAll(() => service.stop());

const refusalOf = (families: readonly (keyof typeof eventObjectScopes)[]) =>
  families[0] === undefined
    ? { ok: true }
    : { ok: false, code: 'scope_missing', fields: { scope: eventObjectScopes[families[0]] } };

test.each(eventScopeCases)(
  '[1.3] an endpoint for $filter needs the scopes of $families',
  async ({ filter, families }) => {
    const merchantId = newId('merchant');
    const wanted = { merchantId, events: [filter] };
    const allowed = eventFamilies.filter((family) => !families.includes(family));
    expect(await service.register({ ...wanted, unreadable: [...eventFamilies] })).toMatchObject(refusalOf(families));
    expect(await service.register({ ...wanted, unreadable: allowed })).toMatchObject({ ok: true });
  },
);

test.each(eventScopeCases)(
  '[1.3] an endpoint for $filter is led elsewhere with the scopes of $families only',
  async ({ filter, families }) => {
    const merchantId = newId('merchant');
    const made = await service.register({ merchantId, events: [filter] });
    if (!made.ok) throw new Error(made.code);
    const { endpointId } = made.data.endpoint;
    const change = { merchantId, mode: 'test' as const, endpointId, description: 'elsewhere' };
    expect(await service.ask(updateWebhookEndpoint, { ...change, unreadable: [...eventFamilies] })).toMatchObject(
      refusalOf(families),
    );
    expect(await service.ask(updateWebhookEndpoint, change)).toMatchObject({ ok: true });
  },
);

test('[1.3] a list leaves out events whose objects its caller may not read', async () => {
  const { merchantId } = service;
  const eventId = await service.completed();
  const list = { merchantId, mode: 'test' as const, limit: 20 };
  const listed = async (unreadable?: readonly (keyof typeof eventObjectScopes)[]) => {
    const given = unreadable === undefined ? {} : { unreadable };
    const reply = await service.ask(listWebhookEvents, { ...list, ...given, listId: newId('request') });
    return reply.ok ? reply.data.events.map((event) => event.eventId) : [reply.code];
  };
  await eventually(async () => (await listed()).length > 0);
  expect(await listed(['refund', 'payout'])).toEqual([eventId]);
  expect(await listed(['payment'])).toEqual([]);
});
