import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PaymentIntent, Reply } from '@paygate/contracts';
import { intentCanceled, intentExpired, intentProcessing, otpSent } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually, withClient } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

const after = async (ms: number, begin: () => Promise<unknown>): Promise<void> => {
  if (ms > 0) await delay(ms);
  await begin();
};

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

/** The type of an intent's only terminal or charging event. */
const eventOf = async (intentId: string): Promise<string> => {
  const types = [intentCanceled, intentExpired, intentProcessing].map(({ type }) => type);
  await eventually(() => intents.eventsOf(intentId).some(({ type }) => types.includes(type)));
  return intents
    .distinctEventsOf(intentId)
    .map(({ type }) => type)
    .filter((type) => types.includes(type))
    .join();
};

describe('an intent is canceled', () => {
  it('[3.9] CANCELED, with its one event', async () => {
    const intent = await intents.created({ metadata: '{"odd" : 1.0}' });
    const canceled = accepted(await intents.cancel(intent.id));
    expect(canceled).toEqual({ ...(intent as object), status: 'CANCELED', version: 2, updatedAt: canceled.updatedAt });
    expect(accepted(await intents.read(intent.id))).toEqual(canceled);
    expect(await intents.event(intent.id, intentCanceled.type)).toMatchObject({ sequence: 2, intent: canceled });
  });

  it('while its customer enters a code', async () => {
    const { id } = await intents.created();
    const { merchantId } = intents;
    const occurredAt = new Date().toISOString();
    await intents.otp.emit(otpSent, {
      otpId: newId('otpChallenge'),
      intentId: id,
      merchantId,
      mode: 'test',
      occurredAt,
    });
    await eventually(async () => accepted(await intents.read(id)).status === 'REQUIRES_ACTION');
    expect(accepted(await intents.cancel(id))).toMatchObject({ status: 'CANCELED', nextAction: null, version: 3 });
    expect(await intents.event(id, intentCanceled.type)).toMatchObject({ sequence: 2 });
  });

  it('and cannot be charged any more', async () => {
    const intent = await intents.created();
    accepted(await intents.cancel(intent.id));
    expect(await intents.charge(intent.id, intents.token(intent))).toMatchObject({
      code: 'intent_unexpected_state',
      fields: { currentStatus: 'CANCELED' },
    });
  });

  it('and releases its reference', async () => {
    const reference = 'order-1';
    const { id } = await intents.created({ reference });
    expect(await intents.create({ reference })).toMatchObject({ code: 'reference_exists', fields: { intentId: id } });
    accepted(await intents.cancel(id));
    expect(codeOf(await intents.create({ reference }))).toBe('ok');
  });

  it('another merchant’s intent reads exactly like a missing one', async () => {
    const { id } = await intents.created();
    const missing = await intents.cancel(newId('intent'));
    expect(missing).toEqual({ ok: false, code: 'intent_not_found' });
    expect(await intents.cancel(id, { merchantId: newId('merchant') })).toEqual(missing);
    expect(await intents.cancel(id, { mode: 'live' })).toEqual(missing);
    expect(accepted(await intents.read(id)).status).toBe('PENDING');
  });

  it('another merchant’s intent is not waited for', async () => {
    const { id } = await intents.created();
    await withClient(intents.databaseUrl, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM intent WHERE id = $1 FOR UPDATE', [id]);
      const answer = await intents.cancel(id, { merchantId: newId('merchant') });
      expect(answer).toEqual({ ok: false, code: 'intent_not_found' });
      await client.query('ROLLBACK');
    });
  });
});

describe('a cancellation is idempotent', () => {
  it('of 120 parallel ones each gets the same answer, and one event is published', async () => {
    const { id } = await intents.created();
    const replies = await Promise.all(Array.from({ length: 120 }, () => intents.cancel(id)));
    expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
    expect(replies.filter((reply) => reply.ok && reply.replayed !== true)).toHaveLength(1);
    await intents.event(id, intentCanceled.type);
    const last = await intents.created();
    await intents.event(last.id, 'intent.created');
    expect(intents.distinctEventsOf(id, intentCanceled.type)).toHaveLength(1);
  });
});

describe('an expired intent cannot be canceled', () => {
  it('a cancellation after expiresAt is refused, and the intent makes its transition', async () => {
    const { id } = await intents.created();
    await intents.lapse(id);
    const refused = { code: 'intent_expired', fields: { currentStatus: 'EXPIRED' } };
    expect(await intents.cancel(id)).toMatchObject(refused);
    await intents.event(id, intentExpired.type);
    expect(await intents.cancel(id)).toMatchObject(refused);
    expect(intents.eventsOf(id, intentCanceled.type)).toEqual([]);
  });
});

describe('one of a cancellation and what races with it wins', () => {
  /** An answer other than "try again", which 240 commands at once may get on a busy machine. */
  const answered = <Answer>(ask: () => Promise<Reply<Answer>>): Promise<Reply<Answer>> =>
    eventually(async () => {
      const reply = await ask();
      return (reply.ok || reply.code !== 'service_unavailable') && reply;
    });
  /** The statuses of intents after `other` and a cancellation, which begins `laterMs` after it, or before it when that is negative. */
  const race = async (
    count: number,
    other: (intent: PaymentIntent) => Promise<unknown>,
    laterMs = 0,
  ): Promise<Set<string>> => {
    const created = await Promise.all(Array.from({ length: count }, () => intents.created()));
    const statuses = await Promise.all(
      created.map(async (intent, index) => {
        const cancel = () => answered(() => intents.cancel(intent.id));
        const both = [() => after(laterMs, cancel), () => after(-laterMs, () => other(intent))];
        await Promise.all((index % 2 === 0 ? both : both.reverse()).map((begin) => begin()));
        const { status, version } = accepted(await answered(() => intents.read(intent.id)));
        expect(version).toBe(2);
        expect(await eventOf(intent.id)).toBe(`intent.${status.toLowerCase()}`);
        return status;
      }),
    );
    return new Set(statuses);
  };

  it('[3.9] a charge: 120 times canceled or charged, never both', async () => {
    const charge = (intent: PaymentIntent) => answered(() => intents.charge(intent.id, intents.token(intent)));
    const statuses = new Set<string>();
    for (let round = 0; statuses.size < 2 || round < 3; round++)
      for (const status of await race(40, charge, (round % 2 === 0 ? 10 : -10) * round)) statuses.add(status);
    expect(statuses).toEqual(new Set(['CANCELED', 'PROCESSING']));
  });

  it('[3.9] the expiry: 120 times canceled or expired, never both', async () => {
    const statuses = new Set<string>();
    for (let msLeft = 0; statuses.size < 2 || msLeft < 6; msLeft++) {
      const lapse = async (intent: PaymentIntent): Promise<void> => {
        await intents.lapseIn(msLeft * 4, [intent.id]);
      };
      for (const status of await race(20, lapse)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set(['CANCELED', 'EXPIRED']));
    const { rowCount } = await intents.sql.query(
      `SELECT FROM intent WHERE status = 'CANCELED' AND updated_at >= expires_at`,
    );
    expect(rowCount).toBe(0);
  });
});
