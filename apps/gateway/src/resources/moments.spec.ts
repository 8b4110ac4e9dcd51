import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CommandContract } from '@paygate/contracts';
import {
  createPaymentLink,
  getPaymentMetrics,
  listIntents,
  listWebhookEvents,
  recoverWebhookEndpoint,
  refuse,
} from '@paygate/contracts';
import { moments, otherTimes } from '@paygate/contracts/test';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import type { Asking } from '../test/fixtures/gateway-under-test.js';
import { GatewayUnderTest, newApiKey } from '../test/fixtures/gateway-under-test.js';
import { momentOf } from '../requests/moment.js';

/* Every place of the API that takes a moment takes the same ones, and sends them on in UTC. */

let gateway: GatewayUnderTest;
const { key, row } = newApiKey();
const headers = { 'x-api-key': key, authorization: `Bearer ${key}` };

beforeAll(async () => {
  apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const query = (path: string, name: string) => (moment: string) => ({
  path: `${path}?${new URLSearchParams({ [name]: moment }).toString()}`,
});
const body = (path: string, name: string, more: object) => (moment: string) => ({
  ...{ method: 'POST', path, body: { ...more, [name]: moment } },
});
const recoverPath = `/webhook-endpoints/${newId('webhookEndpoint')}/recover`;
const places: readonly (readonly [string, CommandContract<never, never>, (moment: string) => Asking])[] = [
  ['createdFrom', listIntents, query('/gateway', 'createdFrom')],
  ['createdTo', listIntents, query('/gateway', 'createdTo')],
  ['createdFrom', listIntents, body('/gateway/search', 'createdFrom', { phoneNumber: '+237670000001' })],
  ['createdFrom', listWebhookEvents, query('/events', 'createdFrom')],
  ['createdTo', listWebhookEvents, query('/events', 'createdTo')],
  ['from', getPaymentMetrics, query('/metrics/payments', 'from')],
  ['to', getPaymentMetrics, query('/metrics/payments', 'to')],
  ['from', recoverWebhookEndpoint, body(recoverPath, 'from', {})],
  ['to', recoverWebhookEndpoint, body(recoverPath, 'to', { from: '2026-11-01T00:00:00Z' })],
  ['expiresAt', createPaymentLink, body('/payment-links', 'expiresAt', { currency: 'XAF' })],
] as never;

describe.each(places)('%s', (param, command, asking) => {
  test.each(moments)('may be %s', async (moment, inUtc) => {
    busDouble.on(command, () => refuse('service_unavailable'));
    await gateway.ask({ ...asking(moment), headers });
    expect(busDouble.sent[0]?.payload).toMatchObject({ [param]: inUtc });
  });

  test.each(otherTimes)('may not be %j', async (moment) => {
    const { body: problem } = await gateway.ask({ ...asking(moment), headers });
    expect(problem).toMatchObject({ status: 400, code: 'parameter_invalid', param });
    expect(busDouble.sent).toEqual([]);
  });
});

test.each([
  ['9999-12-31T23:59:59-14:00', '9999-12-31T23:59:59.999Z'],
  ['1000-01-01T00:00:00+14:00', '1000-01-01T00:00:00.000Z'],
])('%s stays within the years of four digits', (moment, inUtc) => {
  expect(momentOf(moment)).toBe(inUtc);
});
