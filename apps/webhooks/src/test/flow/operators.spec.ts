import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OperatorChanged } from '@paygate/contracts';
import { compileChecker, OperatorEventView } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { eventIdOfMerchant } from '../../ingestion/event-of-merchant.js';
import { WebhooksUnderTest } from '../webhooks-under-test.js';

let service: WebhooksUnderTest;
let url: string;
const [named, family, all, live, deleted] = Array.from({ length: 5 }, () => newId('merchant'));

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
  await service.startInstance();
  url = `http://${service.receiver.address}/hooks`;
  const of = (merchantId: string | undefined, events: string[], more = {}) =>
    service.endpointWith({ url, events, ...(merchantId === undefined ? {} : { merchantId }), ...more });
  await of(named, ['payment.completed', 'operator.degraded']);
  await of(named, ['*']);
  await of(family, ['operator.*']);
  await of(all, ['*', 'payment.*', 'operator.recovered']);
  await of(live, ['operator.degraded'], { mode: 'live' });
  const { endpointId } = await of(deleted, ['operator.degraded']);
  await service.database.query(`UPDATE webhook_endpoint SET state = 'deleted' WHERE endpoint_id = $1`, [endpointId]);
});
afterAll(() => service.stop());

const idOf = ({ eventId }: OperatorChanged, merchantId = '') => eventIdOfMerchant(eventId, merchantId);
const arrivalsOf = (eventId: string) =>
  service.receiver.arrivals.filter(({ headers }) => headers['webhook-id'] === eventId);
const stored = () =>
  service.database.query<{ merchant_id: string; deliveries: string }>(
    `SELECT merchant_id, (SELECT count(*) FROM webhook_delivery d WHERE d.event_id = v.event_id) AS deliveries
     FROM webhook_event v WHERE type = 'operator.degraded'`,
  );

describe('an event about an operator', () => {
  test('[14.4] goes to the endpoints that name it or its family, once each, and to none by *', async () => {
    const change = await service.degraded();
    for (const merchantId of [named, family]) await eventually(() => arrivalsOf(idOf(change, merchantId)).length > 0);
    const rows = await stored();
    expect(new Map(rows.map((row) => [row.merchant_id, Number(row.deliveries)]))).toEqual(
      new Map([
        [named, 1],
        [family, 1],
      ]),
    );
    const [arrival] = arrivalsOf(idOf(change, named));
    const body: unknown = JSON.parse(arrival?.body ?? '');
    expect(compileChecker(OperatorEventView)(body)).toEqual([]);
    expect(body).toMatchObject({
      ...{ id: idOf(change, named), type: 'operator.degraded', mode: 'test', created: change.occurredAt },
      data: { operator: { operator: 'mtn_momo', state: 'down', last5Minutes: { failed: 20 } } },
    });
  });

  test('[14.4] is one event of a merchant, however often the change is delivered', async () => {
    const before = (await stored()).length;
    const change = await service.degraded();
    await service.degraded(change);
    const last = await service.degraded();
    for (const merchantId of [named, family]) await eventually(() => arrivalsOf(idOf(last, merchantId)).length > 0);
    expect(await stored()).toHaveLength(before + 4);
  });
});
