import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createIntent, createPaymentLink, getPaymentLink, payLink, updatePaymentLink } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import pg from 'pg';
import { ForgetTestIntents } from '../retention/forget-test-intents.js';
import { implied } from './intent-rows.js';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
let forget: () => Promise<void>;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
  const app = await intents.startInstance();
  forget = () => app.get(ForgetTestIntents).forget();
});
afterAll(() => intents.stop());

/** Lets an intent end in a status that many days ago. Only a superuser gets this past the guards. */
async function ended(intentId: string, days: number, status: 'COMPLETED' | 'CANCELED' = 'CANCELED'): Promise<string> {
  const columns = Object.entries({ ...implied(status), version: 5, event_sequence: 2 }).filter(
    ([name]) => name !== 'updated_at' && name !== 'net',
  );
  const changes = columns.map(([name], index) => `${name} = $${index + 3}`);
  const netOf = columns.findIndex(([name]) => name === 'fee') + 3;
  const client = await intents.sql.connect();
  await client.query('BEGIN; SET LOCAL session_replication_role = replica');
  await client.query(
    `UPDATE intent SET updated_at = clock_timestamp() - make_interval(days => $2), net = amount - $${netOf},
       ${changes.join(', ')} WHERE id = $1`,
    [intentId, days, ...columns.map(([, value]) => value)],
  );
  await client.query('COMMIT');
  client.release();
  return intentId;
}

const rowsOf = async (intentId: string) => {
  const { rows } = await intents.sql.query<{ relation: string }>(
    `SELECT 'intent' AS relation FROM intent WHERE id = $1
     UNION ALL SELECT 'use' FROM payment_link_use WHERE intent_id = $1
     UNION ALL SELECT 'pair' FROM intent_metadata_pair WHERE intent_id = $1
     UNION ALL SELECT 'key' FROM idempotency WHERE intent_id = $1
     UNION ALL SELECT 'search' FROM intent_search WHERE intent_id = $1
     UNION ALL SELECT 'search' FROM intent_search_due WHERE intent_id = $1`,
    [intentId],
  );
  return rows.map(({ relation }) => relation);
};

describe('an intent of test mode that ended 30 days ago', () => {
  it.each(['COMPLETED', 'CANCELED'] as const)('is deleted with all that belongs to it: %s', async (status) => {
    const { id } = await intents.created({
      metadata: JSON.stringify({ cart: 'c-1', shop: { city: 'Douala' }, note: 'x' }),
      idempotency: { keyHash: digest(), bodyHash: digest() },
    });
    expect(await rowsOf(id)).toEqual(['intent', ...Array.from({ length: 4 }, () => 'pair'), 'key', 'search']);
    await ended(id, 31, status);
    await forget();
    expect(await rowsOf(id)).toEqual([]);
    expect(codeOf(await intents.read(id))).toBe('intent_not_found');
    expect(codeOf(await intents.cancel(id))).toBe('intent_not_found');
  });

  it('[6.17] is deleted alone: younger ones, open ones and those of live mode stay', async () => {
    const [young, open, live] = [
      await ended((await intents.created()).id, 29),
      (await intents.created()).id,
      await ended((await intents.created({ mode: 'live' })).id, 400, 'COMPLETED'),
    ];
    await forget();
    for (const id of [young, open, live]) expect(await rowsOf(id)).toEqual(['intent', 'search']);
  });

  it('[6.17] leaves its reference to another', async () => {
    const reference = `order ${newId('intent')}`;
    const { id } = await intents.created({ reference });
    await ended(id, 31, 'COMPLETED');
    expect(codeOf(await intents.create({ reference }))).toBe('reference_exists');
    await forget();
    expect(codeOf(await intents.create({ reference }))).toBe('ok');
  });

  it('[6.17] is no cursor any more', async () => {
    const { id } = await intents.created();
    await ended(id, 31);
    expect(codeOf(await intents.list({ startingAfter: id }))).toBe('ok');
    await forget();
    for (const cursor of [{ startingAfter: id }, { endingBefore: id }])
      expect(codeOf(await intents.list(cursor))).toBe('cursor_invalid');
  });

  it('[6.17] is not the answer to the key that it was created with: the request creates another', async () => {
    const idempotency = { keyHash: digest(), bodyHash: digest() };
    const { id } = await intents.created({ idempotency });
    await ended(id, 31);
    expect(await intents.create({ idempotency })).toMatchObject({ data: { id }, replayed: true });
    await forget();
    const again = intents.order({ idempotency });
    expect(await intents.send(createIntent, again)).toMatchObject({ ok: true, data: { id: again.intentId } });
  });

  it('[6.17] keeps its use of a link when it was paid, and gives it back otherwise', async () => {
    const { merchantId } = intents;
    const linkId = newId('paymentLink');
    const terms = { linkId, merchantId, mode: 'test', currency: 'XAF', amount: '500', maxUses: 2 } as const;
    accepted(await intents.send(createPaymentLink, terms));
    const pay = () => intents.send(payLink, { linkId, intentId: newId('intent') });
    const [paid, canceled] = [accepted(await pay()).id, accepted(await pay()).id];
    expect(codeOf(await pay())).toBe('payment_link_used_up');
    await ended(paid, 31, 'COMPLETED');
    await ended(canceled, 31);
    await forget();
    for (const id of [paid, canceled]) expect(await rowsOf(id)).toEqual([]);
    const left = async () => accepted(await intents.send(getPaymentLink, { linkId, merchantId, mode: 'test' }));
    expect(await left()).toMatchObject({ usesRemaining: 1, payments: 2 });
    expect(codeOf(await pay())).toBe('ok');
    expect(codeOf(await pay())).toBe('payment_link_used_up');
    expect(await left()).toMatchObject({ usesRemaining: 0, status: 'used_up' });
  });
});

describe('whatever code runs, the database', () => {
  const asService = async (statement: string, ...values: readonly unknown[]): Promise<string> => {
    const service = new pg.Client({ connectionString: intents.databaseUrl });
    await service.connect();
    const { message } = await service.query(statement, [...values]).then(
      () => new Error('done'),
      (error: unknown) => error as Error,
    );
    await service.end();
    return message;
  };
  const forgetting = `SELECT forget_test_intents(ARRAY[$1], '{}', '{}')`;

  it('[6.17] forgets no intent of live mode, none that is open and none that ended today', async () => {
    const [live, open, young] = [
      await ended((await intents.created({ mode: 'live' })).id, 400),
      (await intents.created()).id,
      await ended((await intents.created()).id, 0),
    ];
    for (const id of [live, open, young]) expect(await asService(forgetting, id)).toMatch(/an intent is never deleted/);
  });

  it('lets nothing but the retention change how many uses of a link were forgotten', async () => {
    const { merchantId } = intents;
    const linkId = newId('paymentLink');
    const terms = { linkId, merchantId, mode: 'test', currency: 'XAF', amount: '500', maxUses: 1 } as const;
    accepted(await intents.send(createPaymentLink, terms));
    await ended(accepted(await intents.send(payLink, { linkId, intentId: newId('intent') })).id, 31, 'COMPLETED');
    await forget();
    for (const uses of [0, 2]) {
      const statement = `UPDATE payment_link SET forgotten_uses = ${uses} WHERE id = $1`;
      expect(await asService(statement, linkId)).toMatch(/keeps the uses that were forgotten/);
    }
    await expect(
      intents.sql.query(
        `WITH counted AS (SELECT payments FROM payment_link WHERE id = $2)
         INSERT INTO payment_link_use (link_id, intent_id, number) SELECT $2, $1, payments FROM counted`,
        [(await intents.created({ amount: '500' })).id, linkId],
      ),
    ).rejects.toThrow(/the link is used up/);
  });

  it('[9.15] counts forgotten payments when a link gets a limit of uses later', async () => {
    const { merchantId } = intents;
    const linkId = newId('paymentLink');
    const terms = { linkId, merchantId, mode: 'test', currency: 'XAF', amount: '500' } as const;
    accepted(await intents.send(createPaymentLink, terms));
    for (const status of ['COMPLETED', 'COMPLETED', 'CANCELED'] as const)
      await ended(accepted(await intents.send(payLink, { linkId, intentId: newId('intent') })).id, 31, status);
    await forget();
    const limit = async (maxUses: number) =>
      intents.send(updatePaymentLink, { linkId, merchantId, mode: 'test', maxUses });
    expect(codeOf(await limit(1))).toBe('parameter_invalid');
    expect(accepted(await limit(2))).toMatchObject({ status: 'used_up', usesRemaining: 0 });
  });

  it('[6.17] deletes no old intent of test mode in another way, and no pair and no use of one', async () => {
    const { merchantId } = intents;
    const linkId = newId('paymentLink');
    accepted(
      await intents.send(createPaymentLink, { linkId, merchantId, mode: 'test', currency: 'XAF', amount: '500' }),
    );
    const used = accepted(await intents.send(payLink, { linkId, intentId: newId('intent') })).id;
    const { id } = await intents.created({ metadata: '{"cart":"c-1"}' });
    for (const each of [used, id]) await ended(each, 31, 'COMPLETED');
    for (const [statement, of, refusal] of [
      ['DELETE FROM intent WHERE id = $1', id, /never deleted/],
      ['DELETE FROM intent_metadata_pair WHERE intent_id = $1', id, /metadata never changes/],
      ['DELETE FROM payment_link_use WHERE intent_id = $1', used, /counts while/],
    ] as const) {
      expect(await asService(statement, of)).toMatch(refusal);
      await expect(intents.sql.query(statement, [of])).rejects.toThrow(refusal);
    }
  });
});
