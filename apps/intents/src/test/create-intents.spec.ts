import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IntentOfMerchant, Reply } from '@paygate/contracts';
import { createIntent, getIntent, getIntentFacts } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, codeOf, digest, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

const count = async (table: 'intent' | 'idempotency', merchantId: string): Promise<number> => {
  const { rows } = await intents.sql.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE merchant_id = $1`, [
    merchantId,
  ]);
  return Number(rows[0]?.count);
};

describe('an intent is created', () => {
  it('PENDING, with what the merchant sent, by the database’s clock', async () => {
    const order = intents.order({ description: 'Two "shoes"', reference: 'order-7', expiresInSeconds: 600 });
    const { rows } = await intents.sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const intent = accepted(await intents.send(createIntent, order));
    expect(intent).toEqual({
      id: order.intentId,
      merchantId: order.merchantId,
      mode: 'test',
      status: 'PENDING',
      amount: '5000',
      amountRefunded: '0',
      amountReversed: '0',
      fee: null,
      net: null,
      currency: 'XAF',
      description: 'Two "shoes"',
      metadata: '{}',
      reference: 'order-7',
      userId: null,
      paymentMethod: null,
      returnUrl: null,
      cancelUrl: null,
      payer: null,
      payerId: null,
      nextAction: null,
      failure: null,
      chargeId: null,
      providerReference: null,
      retryOf: null,
      tillId: null,
      version: 1,
      createdAt: intent.createdAt,
      updatedAt: intent.createdAt,
      expiresAt: new Date(Date.parse(intent.createdAt) + 600_000).toISOString(),
      completedAt: null,
    });
    expect(Math.abs(Date.parse(intent.createdAt) - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(5_000);
  });

  it('with whoever made it, whom charging learns and no answer shows', async () => {
    const actor = newId('apiKey');
    // a gateway of the version before names nobody
    const [named, unnamed] = [await intents.created({ actor }), await intents.created()];
    for (const intent of [named, unnamed]) accepted(await intents.charge(intent.id, intents.token(intent)));
    expect(await intents.event(named.id, 'intent.processing')).toMatchObject({ request: { actor } });
    expect(await intents.event(unnamed.id, 'intent.processing')).not.toHaveProperty('request.actor');
    for (const answer of [named, accepted(await intents.read(named.id))])
      expect(JSON.stringify(answer)).not.toContain(actor);
  });

  it('[4.27] with the till at which it was made, which charging learns, too', async () => {
    const tillId = newId('till');
    const [named, unnamed] = [await intents.created({ tillId }), await intents.created()];
    expect([named.tillId, unnamed.tillId]).toEqual([tillId, null]);
    for (const intent of [named, unnamed]) accepted(await intents.charge(intent.id, intents.token(intent)));
    expect(await intents.event(named.id, 'intent.processing')).toMatchObject({ request: { tillId } });
    expect(await intents.event(unnamed.id, 'intent.processing')).not.toHaveProperty('request.tillId');
    expect(accepted(await intents.read(named.id)).tillId).toBe(tillId);
  });

  it('publishes it: the stored row, the answer, the event and the next read are the same', async () => {
    const intent = await intents.created({ userId: newId('user'), returnUrl: 'https://shop.example/back' });
    const event = await intents.event(intent.id, 'intent.created');
    expect(event).toMatchObject({ sequence: 1, occurredAt: intent.createdAt, intent });
    expect(accepted(await intents.read(intent.id))).toEqual(intent);
  });

  it('[3.5] expires after half an hour by default', async () => {
    const { createdAt, expiresAt } = await intents.created();
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(1_800_000);
  });

  it('[3.2] an amount lies within the bounds of its currency', async () => {
    expect(await intents.create({ amount: '99' })).toMatchObject({
      code: 'amount_too_small',
      fields: { min: '100', max: '1000000', currencyExponent: 0 },
    });
    expect(codeOf(await intents.create({ amount: '1000001' }))).toBe('amount_too_large');
    expect(codeOf(await intents.create({ amount: '100' }))).toBe('ok');
    expect(codeOf(await intents.create({ amount: '1000000' }))).toBe('ok');
  });

  it.each([
    '{}',
    '{ "b" : 1,\t"a":2 }',
    '{"constructor":1,"__proto__":{"x":1},"toString":"y"}',
    '{"2":1,"1":2,"10":3}',
    '{"n":12345678901234567890.000,"e":1E+2,"z":-0}',
    '{"escaped":"\\u0000\\u00e9\\/\\ud83d\\ude00 é 😀","quote":"\\"\\\\"}',
    '{"braces":"{},\\"{NULL}","single":"\'\'"}',
    '{"lone":"\\ud800"}',
  ])('[3.3] metadata is returned byte for byte: %s', async (metadata) => {
    const intent = await intents.created({ metadata });
    expect(intent.metadata).toBe(metadata);
    expect(accepted(await intents.read(intent.id)).metadata).toBe(metadata);
    expect((await intents.event(intent.id, 'intent.created')).intent.metadata).toBe(metadata);
  });
});

describe('a command that is delivered again', () => {
  it('finds its own intent', async () => {
    const withKey = intents.order({ idempotency: { keyHash: digest(), bodyHash: digest() } });
    for (const order of [intents.order(), withKey]) {
      const first = await intents.send(createIntent, order);
      expect(await intents.send(createIntent, order)).toEqual(first);
      expect(intents.eventsOf(order.intentId, 'intent.created').length).toBeLessThanOrEqual(1);
    }
    expect(await count('intent', intents.merchantId)).toBeGreaterThan(0);
  });
});

describe('[3.4] a reference is unique among open and COMPLETED intents', () => {
  const codes = (replies: readonly Reply<unknown>[]): readonly string[] => replies.map(codeOf).sort();

  it('of 20 parallel creations one gets it, and the others do not hinder their neighbours', async () => {
    const merchantId = newId('merchant');
    const same = Array.from({ length: 20 }, (_, index) =>
      intents.create({
        merchantId,
        reference: 'order-1',
        ...(index % 2 === 0 ? {} : { idempotency: { keyHash: digest(), bodyHash: digest() } }),
      }),
    );
    const others = Array.from({ length: 20 }, (_, index) =>
      intents.create({ merchantId, reference: `other-${index}` }),
    );
    expect(codes(await Promise.all(same))).toEqual(['ok', ...Array.from({ length: 19 }, () => 'reference_exists')]);
    expect(codes(await Promise.all(others))).toEqual(Array.from({ length: 20 }, () => 'ok'));
    expect(await count('intent', merchantId)).toBe(21);
  });

  it('is free again at the very moment its intent lapses', async () => {
    const merchantId = newId('merchant');
    const first = await intents.created({ merchantId, reference: 'order-3' });
    await intents.lapse(first.id);
    const idempotency = { keyHash: digest(), bodyHash: digest() };
    expect(codeOf(await intents.create({ merchantId, reference: 'order-3', idempotency }))).toBe('ok');
    expect((await intents.event(first.id, 'intent.expired')).intent.status).toBe('EXPIRED');
  });

  it('belongs to one merchant in one mode', async () => {
    const replies = await Promise.all([
      intents.create({ reference: 'order-4' }),
      intents.create({ reference: 'order-4', mode: 'live' }),
      intents.create({ reference: 'order-4', merchantId: newId('merchant') }),
    ]);
    expect(codes(replies)).toEqual(['ok', 'ok', 'ok']);
  });
});

describe('[1.13] another merchant’s intent reads exactly like a missing one', () => {
  it.each(['get-intent', 'get-intent-facts'])('%s', async (name) => {
    const { id } = await intents.created();
    const ask = (change: Partial<IntentOfMerchant>): Promise<Reply<unknown>> => {
      const request = { intentId: id, merchantId: intents.merchantId, mode: 'test' as const, ...change };
      return name === 'get-intent' ? intents.send(getIntent, request) : intents.send(getIntentFacts, request);
    };
    const missing = await ask({ intentId: newId('intent') });
    expect(missing).toEqual({ ok: false, code: 'intent_not_found' });
    expect(await ask({ merchantId: newId('merchant') })).toEqual(missing);
    expect(await ask({ mode: 'live' })).toEqual(missing);
    expect(codeOf(await ask({}))).toBe('ok');
  });

  it('an id in use belongs to its merchant', async () => {
    const intent = await intents.created();
    const reply = await intents.create({ intentId: intent.id, merchantId: newId('merchant') });
    expect(codeOf(reply)).toBe('internal_error');
    expect(accepted(await intents.read(intent.id))).toEqual(intent);
  });
});

it('the facts are what a one-time password is bound to', async () => {
  const userId = newId('user');
  const { id, expiresAt } = await intents.created({ userId });
  const reply = await intents.send(getIntentFacts, { intentId: id, merchantId: intents.merchantId, mode: 'test' });
  expect(accepted(reply)).toEqual({
    intentId: id,
    status: 'PENDING',
    amount: '5000',
    currency: 'XAF',
    userId,
    retryOf: null,
    expiresAt,
  });
});

it('what was published leaves nothing behind in the outbox', async () => {
  await intents.created();
  await eventually(async () => {
    const { rows } = await intents.sql.query<{ count: string }>('SELECT count(*) FROM outbox');
    return rows[0]?.count === '0';
  });
});
