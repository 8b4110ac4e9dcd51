import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IntentOfMerchant, Reply, TimelineEntry, TimelinePart } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  getChargeTimeline,
  getCodesTimeline,
  getEventsTimeline,
  getIntentTimeline,
  refuse,
  TimelineView,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const intentId = newId('intent');
const at = (second: number): string => `2026-11-20T10:00:0${second}.000Z`;
const part = (...entries: TimelineEntry[]): Reply<TimelinePart> => accept({ entries, isCut: false });

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const payment = [
    { type: 'payment.created', at: at(1) },
    { type: 'payment.completed', at: at(5) },
  ] as const;
  busDouble.on(getIntentTimeline, ({ merchantId: asker }: IntentOfMerchant) =>
    asker === merchantId ? part(...payment) : refuse('intent_not_found'),
  );
  busDouble.on(getCodesTimeline, () => part({ type: 'otp.sent', at: at(2), channel: 'sms', attempt: 1 }));
  busDouble.on(getChargeTimeline, () =>
    part({ type: 'charge.succeeded', at: at(5) }, { type: 'charge.prompted', at: at(4) }),
  );
  busDouble.on(getEventsTimeline, () => part({ type: 'event.created', at: at(6), eventType: 'payment.completed' }));
});

const read = (id = intentId, key = secret.key) =>
  gateway.ask({ path: `/gateway/${id}/timeline`, headers: { 'x-api-key': key } });
const typesOf = (body: Readonly<Record<string, unknown>>): readonly string[] =>
  (body['data'] as TimelineEntry[]).map(({ type }) => type);

describe('the course of a payment', () => {
  test('[2.26] is merged in the order of time, from all services', async () => {
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(compileChecker(TimelineView)(body)).toEqual([]);
    expect(body).toMatchObject({ object: 'timeline', intentionId: intentId, isCut: false, missing: [] });
    expect(typesOf(body)).toEqual([
      ...['payment.created', 'otp.sent', 'charge.prompted', 'payment.completed', 'charge.succeeded', 'event.created'],
    ]);
    for (const { payload } of busDouble.sent) expect(payload).toEqual({ intentId, merchantId, mode: 'test' });
  });

  test.each([
    ['codes', getCodesTimeline],
    ['charge', getChargeTimeline],
    ['events', getEventsTimeline],
  ] as const)('[2.26] names the %s as missing when their service does not answer', async (name, contract) => {
    for (const code of ['upstream_timeout', 'service_unavailable', 'internal_error'] as const) {
      busDouble.on(contract, () => refuse(code));
      const { status, body } = await read();
      expect({ status, missing: body['missing'] }).toEqual({ status: 200, missing: [name] });
      expect(compileChecker(TimelineView)(body)).toEqual([]);
      expect(typesOf(body)).toContain('payment.created');
    }
  });

  test('says when a part is cut', async () => {
    busDouble.on(getEventsTimeline, () => accept({ entries: [], isCut: true }));
    expect((await read()).body).toMatchObject({ isCut: true, missing: [] });
  });

  test('of another merchant, or of nothing, is a missing intent, and no other service is asked', async () => {
    busDouble.on(getIntentTimeline, () => refuse('intent_not_found'));
    for (const id of [intentId, 'nonsense'])
      expect((await read(id)).body).toMatchObject({ status: 404, code: 'intent_not_found' });
    expect(busDouble.sent.map(({ name }) => name)).toEqual([getIntentTimeline.name]);
  });

  test.each(['upstream_timeout', 'service_unavailable'] as const)('without intents is a %s', async (code) => {
    busDouble.on(getIntentTimeline, () => refuse(code));
    expect((await read()).body).toMatchObject({ code });
  });
});
