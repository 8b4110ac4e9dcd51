import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AwaitChargeCommand, Charge, Reply } from '@paygate/contracts';
import { accept, awaitCharge, getIntent, PaymentIntent, refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { SessionTokens } from '../../../credentials/tokens/session-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { chargeOf, intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const publishable = newApiKey({ merchantId, type: 'publishable' });
const pending = intentOf({
  ...{ intentId: newId('intent'), merchantId, mode: 'test', amount: '5000', currency: 'XAF', metadata: '{}' },
});
const processing = Object.assign(new PaymentIntent(), pending, { status: 'PROCESSING' });
const completed = Object.assign(new PaymentIntent(), pending, { status: 'COMPLETED' });

beforeAll(async () => {
  apiKeyRows.put(publishable.row.apiKeyId, publishable.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const read = (prefer?: string) =>
  gateway.ask({
    path: '/gateway/session',
    headers: {
      ...{ 'x-api-key': publishable.key, 'x-session-token': gateway.get(SessionTokens).mintBare(pending.id) },
      ...(prefer === undefined ? {} : { prefer }),
    },
  });
const sent = () => busDouble.sent.map(({ name }) => name);

/** The intent as it is before the wait and after it. */
function intentIs(before: PaymentIntent, after = before, outcome: Reply<Charge> = accept(chargeOf(before.id))): void {
  let isWaited = false;
  busDouble.on(getIntent, () => accept(isWaited ? after : before));
  busDouble.on(awaitCharge, () => {
    isWaited = true;
    return outcome;
  });
}

/** Guarantees that a front end can wait for the outcome, and that the wait changes nothing but when it is answered. */
describe('reading an intent by its session with Prefer: wait', () => {
  test('answers the outcome that comes meanwhile', async () => {
    intentIs(processing, completed);
    const answer = await read('wait=2');
    expect(answer).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(answer.headers['preference-applied']).toBe('wait');
    const wait = busDouble.sent.find(({ name }) => name === awaitCharge.name);
    expect(wait?.payload).toMatchObject({ intentId: pending.id, merchantId, mode: 'test', waitMs: 2_000 });
  });

  test.each([
    ['the outcome does not come', accept(chargeOf(pending.id))],
    ['nobody can wait for it', refuse('upstream_timeout')],
    ['the wait cannot begin', refuse('service_unavailable')],
  ])('answers what it answers without waiting when %s', async (_, outcome) => {
    intentIs(processing, processing, outcome);
    const waited = await read('wait=5');
    expect(waited.headers['preference-applied']).toBeUndefined();
    expect([waited.status, waited.text]).toEqual([200, (await read()).text]);
  });

  test('waits 5 seconds at most', async () => {
    intentIs(processing);
    await read('wait=86400');
    const wait = busDouble.sent.find(({ name }) => name === awaitCharge.name);
    expect((wait?.payload as AwaitChargeCommand).waitMs).toBe(5_000);
    expect(wait?.options.timeoutMs).toBe(6_000);
  });

  test.each([undefined, 'wait=0', 'wait', 'wait=soon', 'wait=-1', 'wait=1.5', 'respond-async', ''])(
    'with the preference %j does not wait',
    async (prefer) => {
      intentIs(processing);
      const answer = await read(prefer);
      expect(answer).toMatchObject({ status: 200, body: { status: 'PROCESSING' } });
      expect(sent()).toEqual([getIntent.name]);
    },
  );

  test.each([pending, completed])('has nothing to wait for when the intent is $status', async (intent) => {
    intentIs(intent);
    expect(await read('wait=5')).toMatchObject({ status: 200, body: { status: intent.status } });
    expect(sent()).toEqual([getIntent.name]);
  });
});
