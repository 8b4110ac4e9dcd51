import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { intentExpired } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

describe('[3.5] nobody ever sees a stale PENDING', () => {
  it('30 readers of a lapsed intent all see EXPIRED, and one event is published', async () => {
    const intent = await intents.created();
    await intents.lapse(intent.id);
    const replies = await Promise.all(Array.from({ length: 30 }, () => intents.read(intent.id)));
    expect(new Set(replies.map((reply) => accepted(reply).status))).toEqual(new Set(['EXPIRED']));
    const event = await intents.event(intent.id, intentExpired.type);
    expect(event).toMatchObject({ sequence: 2, intent: accepted(await intents.read(intent.id)) });
    expect(intents.eventsOf(intent.id, intentExpired.type)).toHaveLength(1);
  });

  it('[3.7] the terminal event’s id is kept with the intent', async () => {
    const intent = await intents.created();
    await intents.lapse(intent.id);
    const { eventId } = await intents.event(intent.id, intentExpired.type);
    const { rows } = await intents.sql.query<{ id: string }>(
      'SELECT terminal_event_id AS id FROM intent WHERE id = $1',
      [intent.id],
    );
    expect(rows).toEqual([{ id: eventId }]);
  });
});

describe('[3.5] an expired intent cannot be charged', () => {
  it('a charge after expiresAt is refused, and the intent makes its transition', async () => {
    const intent = await intents.created();
    await intents.lapse(intent.id);
    expect(codeOf(await intents.charge(intent.id, intents.token(intent)))).toBe('intent_expired');
    expect((await intents.event(intent.id, intentExpired.type)).intent.chargeId).toBeNull();
    expect(codeOf(await intents.charge(intent.id, intents.token(intent)))).toBe('intent_expired');
  });

  it('when charges, readers and the sweeper race around the moment, one wins: 100 times each charged or expired, never both', async () => {
    // the time left is fed back, so that some charges come a little too early and some a little too late
    let msLeft = 20;
    const outcomes = { ok: 0, intent_expired: 0 };
    const race = async (): Promise<void> => {
      const intent = await intents.created();
      await intents.lapseIn(Math.round(msLeft), [intent.id]);
      const [reply] = await Promise.all([
        intents.charge(intent.id, intents.token(intent)),
        ...Array.from({ length: 3 }, () => intents.read(intent.id)),
      ]);
      msLeft = reply.ok ? msLeft * 0.8 : msLeft * 1.25 + 1;
      expect(['ok', 'intent_expired']).toContain(codeOf(reply));
      outcomes[reply.ok ? 'ok' : 'intent_expired'] += 1;
      await intents.event(intent.id, reply.ok ? 'intent.processing' : 'intent.expired');
      expect(intents.eventsOf(intent.id, reply.ok ? 'intent.expired' : 'intent.processing')).toEqual([]);
      expect(accepted(await intents.read(intent.id)).status).toBe(reply.ok ? 'PROCESSING' : 'EXPIRED');
    };
    while (Math.min(outcomes.ok, outcomes.intent_expired) < 100)
      await Promise.all(Array.from({ length: 8 }, () => race()));
    const late = await intents.sql.query('SELECT FROM intent WHERE charged_at >= expires_at');
    expect(late.rowCount).toBe(0);
  });
});

describe('the sweeper', () => {
  it('expires intents that nobody reads, each once, however many instances there are', async () => {
    await intents.startInstance();
    const created = await Promise.all(Array.from({ length: 500 }, () => intents.created()));
    const ids = created.map(({ id }) => id);
    await intents.lapse(...ids);
    await eventually(() => ids.every((id) => intents.eventsOf(id, intentExpired.type).length > 0));
    const { rows } = await intents.sql.query(
      `SELECT DISTINCT status, version, event_sequence FROM intent WHERE id = ANY ($1)`,
      [ids],
    );
    expect(rows).toEqual([{ status: 'EXPIRED', version: 2, event_sequence: 2 }]);
    const events = ids.flatMap((id) => intents.eventsOf(id, intentExpired.type).map(({ payload }) => payload.eventId));
    expect(new Set(events).size).toBe(500);
  });

  it('expires an intent that nobody reads within a second of its time', async () => {
    const lagsMs: number[] = [];
    for (let round = 0; round < 5; round++) {
      const { id } = await intents.created();
      await intents.lapseIn(300, [id]);
      const { occurredAt, intent } = await intents.event(id, intentExpired.type);
      lagsMs.push(Date.parse(occurredAt) - Date.parse(intent.expiresAt));
    }
    // both by the database's clock; the best of five, for the machine may be busy
    expect(Math.min(...lagsMs)).toBeGreaterThanOrEqual(0);
    expect(Math.min(...lagsMs)).toBeLessThan(1_000);
  });

  it('leaves an intent alone that is being charged', async () => {
    const intent = await intents.created();
    accepted(await intents.charge(intent.id, intents.token(intent)));
    await intents.lapse(intent.id);
    const other = await intents.created();
    await intents.lapse(other.id);
    await intents.event(other.id, intentExpired.type);
    expect(accepted(await intents.read(intent.id)).status).toBe('PROCESSING');
  });
});

it('[6.10] idempotency keys are deleted after their time', async () => {
  const age = (key: string, interval: string): Promise<unknown> =>
    intents.sql.query(
      `INSERT INTO idempotency VALUES ($1, 'test', $2, 'body', 'pi_1', clock_timestamp() - $3::interval)`,
      [intents.merchantId, key, interval],
    );
  await age('old', '31 days');
  await age('young', '29 days');
  await intents.startInstance();
  await eventually(async () => {
    const { rows } = await intents.sql.query<{ key: string }>(
      `SELECT key_hash AS key FROM idempotency WHERE body_hash = 'body' ORDER BY 1`,
    );
    return rows.map(({ key }) => key).join() === 'young';
  });
});
