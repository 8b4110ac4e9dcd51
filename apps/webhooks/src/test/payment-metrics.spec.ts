import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EventContract, IntentChanged, Mode, PaymentIntent, PaymentMetricsCommand } from '@paygate/contracts';
import {
  getPaymentMetrics,
  intentCanceled,
  intentCompleted,
  intentCreated,
  intentExpired,
  intentFailed,
  intentProcessing,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;
beforeAll(async () => {
  service = await WebhooksUnderTest.start();
  await service.startInstance();
  await service.startInstance();
});
afterAll(() => service.stop());

type Contract = EventContract<IntentChanged>;
const DAY = '2026-11-20';
const failure = (code: 'insufficient_funds' | 'payer_rejected') => ({
  failure: { code, message: 'No', nextStep: 'new_intent' as const },
});

/** A change at an hour of the day. */
function changed(hour: number, changes: Partial<PaymentIntent>): IntentChanged {
  const change = service.change(changes);
  return Object.assign(change, { occurredAt: `${DAY}T${String(hour).padStart(2, '0')}:30:00.000Z` });
}
const ask = async (merchantId: string, query: Partial<PaymentMetricsCommand> = {}) => {
  const range = { from: `${DAY}T00:00:00.000Z`, to: '2026-11-21T00:00:00.000Z' };
  const plain = { mode: 'test', currency: 'XAF', granularity: 'hour', utcOffset: 0, ...range } as const;
  return service.ask(getPaymentMetrics, { merchantId, ...plain, ...query });
};
const read = async (merchantId: string, query: Partial<PaymentMetricsCommand> = {}) => {
  const reply = await ask(merchantId, query);
  if (!reply.ok) throw new Error(reply.code);
  return reply.data.metrics;
};
/** Waits until the last event of a merchant is stored. */
const stored = (...eventIds: string[]) =>
  eventually(async () => {
    const rows = await service.database.query('SELECT FROM webhook_event WHERE event_id = ANY ($1)', [eventIds]);
    return rows.length === eventIds.length;
  });

describe('payments are counted', () => {
  test('[2.29] each once, by hour, outcome, currency and mode, under load and however often an event arrives', async () => {
    const merchantId = newId('merchant');
    const kinds: readonly (readonly [Contract, Partial<PaymentIntent>])[] = [
      [intentCreated, {}],
      [intentProcessing, {}],
      [intentCompleted, { amount: '700' }],
      [intentFailed, failure('insufficient_funds')],
      [intentFailed, failure('payer_rejected')],
      [intentExpired, { currency: 'XOF' }],
      [intentCanceled, { mode: 'live' }],
    ];
    const events = Array.from({ length: 20 }, (_, n) =>
      kinds.map(([contract, changes]) => [contract, changed(n % 3, { merchantId, ...changes })] as const),
    ).flat();
    // three deliveries of everything at once, as after a crash of the publisher and a rebalance
    const byContract = [...Map.groupBy(events, ([contract]) => contract)];
    const emitAll = async (): Promise<void> => {
      for (const [contract, changes] of byContract)
        await service.intents.emit(contract, ...changes.map(([, change]) => change));
    };
    await Promise.all([emitAll(), emitAll(), emitAll()]);
    await stored(...events.map(([, { eventId }]) => eventId));

    const counted = (mode: Mode, currency: string, hour: number, contract: Contract): number =>
      events.filter(
        ([of, { occurredAt, intent }]) =>
          of === contract &&
          occurredAt.startsWith(`${DAY}T0${hour}`) &&
          intent.mode === mode &&
          intent.currency === currency,
      ).length;
    const expected = (mode: Mode, currency: string) =>
      [0, 1, 2].map((hour) => {
        const of = (contract: Contract) => counted(mode, currency, hour, contract);
        const [completed, failed] = [of(intentCompleted), of(intentFailed)];
        return {
          ...{
            created: of(intentCreated),
            completed,
            failed,
            expired: of(intentExpired),
            canceled: of(intentCanceled),
          },
          ...{ from: `${DAY}T0${hour}:00:00.000Z`, volume: String(completed * 700) },
          successRate: completed + failed === 0 ? null : Math.floor((completed * 10_000) / (completed + failed)),
          failures: ['insufficient_funds', 'payer_rejected'].flatMap((code) =>
            failed === 0 ? [] : [{ code, payments: failed / 2 }],
          ),
        };
      });
    expect(await read(merchantId)).toEqual(expected('test', 'XAF'));
    expect(await read(merchantId, { currency: 'XOF' })).toEqual(expected('test', 'XOF'));
    expect(await read(merchantId, { mode: 'live' })).toEqual(expected('live', 'XAF'));
    const [rows] = await service.database.query<{ count: string }>(
      `SELECT count(*)::text AS count FROM webhook_event WHERE merchant_id = $1 AND type <> 'payment.processing'`,
      [merchantId],
    );
    const [sum] = await service.database.query<{ sum: string }>(
      'SELECT sum(payments)::text AS sum FROM payment_metric WHERE merchant_id = $1',
      [merchantId],
    );
    expect(sum?.sum).toBe(rows?.count);
  });

  test('for their merchant alone', async () => {
    expect(await read(newId('merchant'))).toEqual([]);
  });
});

describe('counts are read', () => {
  test('[2.29] by day, which begins where the merchant says, from a whole first day to an hour', async () => {
    const merchantId = newId('merchant');
    const events = [22, 23].map((hour) => changed(hour, { merchantId }));
    await service.completed(...events);
    await stored(...events.map(({ eventId }) => eventId));
    const daily = { granularity: 'day', from: `${DAY}T12:00:00.000Z`, to: '2026-11-22T00:00:00.000Z' } as const;
    expect(await read(merchantId, daily)).toMatchObject([
      { from: `${DAY}T00:00:00.000Z`, completed: 2, successRate: 10_000 },
    ]);
    expect(await read(merchantId, { ...daily, utcOffset: 1 })).toMatchObject([
      { from: '2026-11-19T23:00:00.000Z', completed: 1 },
      { from: '2026-11-20T23:00:00.000Z', completed: 1 },
    ]);
    expect(await read(merchantId, { to: `${DAY}T23:00:00.000Z` })).toMatchObject([{ from: `${DAY}T22:00:00.000Z` }]);
  });

  test('by the days of a zone, whose offset need not be whole hours, and whose days may have 23 or 25 of them', async () => {
    const merchantId = newId('merchant');
    const at = (occurredAt: string) => Object.assign(service.change({ merchantId }), { occurredAt });
    const moments = [
      ...[
        '2026-10-24T21:59:00.000Z',
        '2026-10-24T22:00:00.000Z',
        '2026-10-25T22:59:00.000Z',
        '2026-10-25T23:00:00.000Z',
      ],
      ...[
        '2026-11-20T18:29:00.000Z',
        '2026-11-20T18:31:00.000Z',
        '2026-11-20T18:14:59.999Z',
        '2026-11-20T18:15:00.000Z',
      ],
    ];
    const events = moments.map(at);
    await service.completed(...events);
    await stored(...events.map(({ eventId }) => eventId));
    const days = async (timeZone: string, from: string, to: string) =>
      (await read(merchantId, { granularity: 'day', timeZone, from, to })).map((day) => [day.from, day.completed]);
    expect(await days('Europe/Paris', '2026-10-23T22:00:00.000Z', '2026-10-27T00:00:00.000Z')).toEqual([
      ['2026-10-23T22:00:00.000Z', 1],
      ['2026-10-24T22:00:00.000Z', 2],
      ['2026-10-25T23:00:00.000Z', 1],
    ]);
    const autumn = ['2026-11-19T12:00:00.000Z', '2026-11-21T12:00:00.000Z'] as const;
    expect(await days('Asia/Kolkata', ...autumn)).toEqual([
      ['2026-11-19T18:30:00.000Z', 3],
      ['2026-11-20T18:30:00.000Z', 1],
    ]);
    expect(await days('Asia/Kathmandu', ...autumn)).toEqual([
      ['2026-11-19T18:15:00.000Z', 1],
      ['2026-11-20T18:15:00.000Z', 3],
    ]);
  });

  test.each(['Asia/Calcutta', 'ASIA/KOLKATA', 'asia/calcutta', 'Europe/Kiev', 'Africa/Asmera', 'America/Buenos_Aires'])(
    'by the days of %s, a former name or one in other letters',
    async (timeZone) => {
      expect(await ask(newId('merchant'), { timeZone })).toMatchObject({ ok: true });
    },
  );

  test.each(['Mars/Olympus', 'x', 'posixrules-none'])('not by the days of %s, which is no zone', async (timeZone) => {
    const reply = await ask(newId('merchant'), { timeZone });
    expect(reply).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'timeZone' });
  });

  test.each([
    { from: '2026-11-21T00:00:00.000Z' },
    { from: '2026-11-06T23:59:59.999Z' },
    { granularity: 'day', from: '2025-11-19T00:00:00.000Z' },
  ] as const)('[2.29] not from %j, whose range is empty or too long', async (query) => {
    expect(await ask(newId('merchant'), query)).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'from' });
  });

  test.each(['1000-01-01T00:00:00.000Z', '2019-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])(
    'not to %s, which is not of this time',
    async (to) => {
      const plain = { mode: 'test', currency: 'XAF', granularity: 'day', utcOffset: 0 } as const;
      const reply = await service.ask(getPaymentMetrics, { merchantId: newId('merchant'), ...plain, to });
      expect(reply).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'to' });
    },
  );

  test('from the beginning of 2020, and to the end of the current day in any zone', async () => {
    const merchantId = newId('merchant');
    const early = { from: '2019-12-31T00:00:00.000Z', to: '2020-01-01T00:00:00.000Z' };
    const tomorrow = new Date(Date.now() + 26 * 3_600_000).toISOString();
    const late = { from: new Date().toISOString(), to: tomorrow };
    for (const range of [early, late]) expect(await read(merchantId, { granularity: 'day', ...range })).toEqual([]);
  });

  test('of the last day and the last 30 days without a range', async () => {
    const merchantId = newId('merchant');
    const eventId = await service.completed(service.change({ merchantId }));
    await stored(eventId);
    const plain = { merchantId, mode: 'test', currency: 'XAF', utcOffset: 0 } as const;
    for (const granularity of ['hour', 'day'] as const) {
      const reply = await service.ask(getPaymentMetrics, { ...plain, granularity });
      expect(reply).toMatchObject({ ok: true, data: { metrics: [{ completed: 1, volume: '5000' }] } });
    }
  });
});
