import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Charge, Reply } from '@paygate/contracts';
import { getIntent, intentCreated, intentProcessing } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { accepted, codeOf, IntentsUnderTest } from './intents-under-test.js';

let intents: IntentsUnderTest;
beforeAll(async () => {
  intents = await IntentsUnderTest.start();
});
afterAll(() => intents.stop());

/** Refusals by how often they came; `charged` and `replayed` for the rest. */
const tally = (replies: readonly Reply<Charge>[]): Readonly<Record<string, number>> => {
  const words = replies.map((reply) => (!reply.ok ? reply.code : reply.replayed === true ? 'replayed' : 'charged'));
  return Object.fromEntries([...new Set(words)].map((word) => [word, words.filter((one) => one === word).length]));
};

/** The deadline of a command that waits for a service which is not there, to the end. */
const UNANSWERED_MS = 6_000;

describe('the token of a guest', () => {
  const guest = { sub: 'guest', phone: 'sealed' };
  // charging is not there: whatever passes the checks of intents is refused because it does not answer
  const byMobileMoney = { paymentMethod: { type: 'mobile_money' } } as const;

  it('[4.15] charges no wallet, and nothing without the phone that it names', async () => {
    const intent = await intents.created();
    const token = intents.token(intent, guest);
    expect(codeOf(await intents.charge(intent.id, token))).toBe('token_invalid');
    expect(codeOf(await intents.charge(intent.id, token, { paymentMethod: { type: 'wallet' } }))).toBe('token_invalid');
    expect(codeOf(await intents.charge(intent.id, token, byMobileMoney))).toBe('token_invalid');
    const provedPhone = intents.sealedPhone('+237677770001');
    const commands = intents.commandsAbout(intent.id);
    expect(codeOf(await intents.charge(intent.id, token, { ...byMobileMoney, provedPhone }, UNANSWERED_MS))).toBe(
      'service_unavailable',
    );
    expect(commands.count()).toBeGreaterThan(0);
  });

  it('names a payment, and charges no other, nor one that was made for a user', async () => {
    const [intent, other] = [await intents.created(), await intents.created()];
    const mobile = { ...byMobileMoney, provedPhone: intents.sealedPhone('+237677770001') };
    expect(codeOf(await intents.charge(other.id, intents.token(intent, guest), mobile))).toBe('token_invalid');
    expect(codeOf(await intents.charge(intent.id, intents.unboundToken(guest), mobile))).toBe('token_invalid');
    const ofUser = await intents.created({ userId: newId('user') });
    expect(codeOf(await intents.charge(ofUser.id, intents.token(ofUser, guest), mobile))).toBe('token_invalid');
  });
});

describe('a charge begins', () => {
  it('the intent is PROCESSING, and one request to charging and one event are published', async () => {
    const intent = await intents.created();
    const userId = newId('user');
    const charge = accepted(await intents.charge(intent.id, intents.token(intent, { sub: userId })));
    expect(charge).toMatchObject({ intentId: intent.id, status: 'PROCESSING', amount: '5000', currency: 'XAF' });

    const after = accepted(await intents.read(intent.id));
    expect(after).toEqual({
      ...(intent as object),
      status: 'PROCESSING',
      chargeId: charge.id,
      paymentMethod: { type: 'wallet', operator: null },
      payerId: userId,
      version: 2,
      updatedAt: charge.createdAt,
    });
    expect(await intents.event(intent.id, 'intent.processing')).toMatchObject({
      sequence: 2,
      occurredAt: charge.createdAt,
      intent: after,
      request: {
        ...{ chargeId: charge.id, intentId: intent.id, merchantId: intents.merchantId, mode: 'test', userId },
        ...{ amount: '5000', currency: 'XAF', method: 'wallet', acceptedAt: charge.createdAt },
      },
    });
    expect(intents.eventsOf(intent.id).map(({ type }) => type)).toEqual(['intent.created', 'intent.processing']);
  });

  it('and names the phone of a wallet whose token has it, in the intent and in its event', async () => {
    const intent = await intents.created();
    accepted(await intents.charge(intent.id, intents.token(intent, { phoneMasked: '********01' })));
    const named = { payer: null, walletPhoneMasked: '********01' };
    expect(accepted(await intents.read(intent.id))).toMatchObject(named);
    expect(await intents.event(intent.id, 'intent.processing')).toMatchObject({ intent: named });
    const forged = await intents.created();
    accepted(await intents.charge(forged.id, intents.token(forged, { phoneMasked: '+237670000001' })));
    expect(accepted(await intents.read(forged.id))).not.toHaveProperty('walletPhoneMasked');
  });

  it('with a token that is bound to no intent', async () => {
    const intent = await intents.created();
    expect(codeOf(await intents.charge(intent.id, intents.unboundToken()))).toBe('ok');
  });

  it('not by mobile money while charging does not answer, and the token stays good', async () => {
    const intent = await intents.created();
    const token = intents.token(intent);
    const paymentMethod = { type: 'mobile_money' as const };
    expect(codeOf(await intents.charge(intent.id, token, { paymentMethod }, UNANSWERED_MS))).toBe(
      'service_unavailable',
    );
    expect(codeOf(await intents.charge(intent.id, token))).toBe('ok');
  });
});

describe('an intent is charged at most once', () => {
  it('[6.11] of 60 parallel charges with one token all get the same charge', async () => {
    const intent = await intents.created();
    const token = intents.token(intent);
    const replies = await Promise.all(Array.from({ length: 60 }, () => intents.charge(intent.id, token)));
    expect(tally(replies)).toEqual({ charged: 1, replayed: 59 });
    expect(new Set(replies.map((reply) => JSON.stringify(accepted(reply)))).size).toBe(1);
  });

  it('[3.8] of 60 parallel charges with 60 tokens one gets it', async () => {
    const intent = await intents.created();
    const replies = await Promise.all(
      Array.from({ length: 60 }, () => intents.charge(intent.id, intents.token(intent))),
    );
    expect(tally(replies)).toEqual({ charged: 1, intent_already_charged: 59 });
    await intents.event(intent.id, intentProcessing.type);
    expect(accepted(await intents.read(intent.id)).version).toBe(2);
    expect(intents.eventsOf(intent.id, intentProcessing.type)).toHaveLength(1);
  });

  it('charges of other intents in between are not held up', async () => {
    const created = await Promise.all(Array.from({ length: 60 }, () => intents.created()));
    const replies = await Promise.all(created.map((intent) => intents.charge(intent.id, intents.token(intent))));
    expect(tally(replies)).toEqual({ charged: 60 });
  });
});

describe('one token, one charge', () => {
  it('[4.10] of two intents that race with one token, one is charged', async () => {
    for (let round = 0; round < 5; round++) {
      const pair = await Promise.all([intents.created(), intents.created()]);
      const token = intents.unboundToken();
      const replies = await Promise.all(pair.map((intent) => intents.charge(intent.id, token)));
      expect(tally(replies)).toEqual({ charged: 1, otp_token_used: 1 });
    }
  });

  it('a bound token that was used is used, wherever it is shown', async () => {
    const [first, second] = await Promise.all([intents.created(), intents.created()]);
    const token = intents.token(first);
    expect(codeOf(await intents.charge(second.id, token))).toBe('token_invalid');
    expect(codeOf(await intents.charge(first.id, token))).toBe('ok');
    expect(codeOf(await intents.charge(second.id, token))).toBe('otp_token_used');
  });

  it('[6.11] the same token finds its charge even after it has run out', async () => {
    const intent = await intents.created();
    const token = intents.token(intent, { lifetimeSeconds: 8 });
    const over = Date.now() + 8_000;
    const first = accepted(await intents.charge(intent.id, token));
    await eventually(async () => (await databaseTime()) >= over);
    expect(await intents.charge(intent.id, token)).toEqual({ ok: true, data: first, replayed: true });
  });
});

describe('a currency that neither wallets nor operators have', () => {
  it.each(['wallet', 'mobile_money'] as const)(
    '[2.28] is refused by %s from configuration: no message is sent',
    async (type) => {
      const intent = await intents.created({ currency: 'XOF' });
      const token = intents.token(intent);
      await intents.event(intent.id, intentCreated.type);
      const [commands, events] = [intents.commandsAbout(intent.id), intents.eventsOf(intent.id).length];
      for (const paymentMethod of type === 'wallet' ? [undefined, { type }] : [{ type }])
        expect(await intents.charge(intent.id, token, paymentMethod && { paymentMethod })).toMatchObject({
          ...{ ok: false, code: 'payment_method_unavailable', param: 'paymentMethod' },
        });
      expect([commands.count(), intents.eventsOf(intent.id).length]).toEqual([0, events]);
      expect(accepted(await intents.read(intent.id))).toMatchObject({ status: 'PENDING', version: 1 });
      expect(commands.count()).toBe(0);
    },
  );
});

describe('a token charges only what it was issued for', () => {
  const forged: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['another merchant', { azp: newId('merchant') }],
    ['another mode', { mode: 'live' }],
    ['another intent', { intent: newId('intent') }],
    ['another amount', { amount: '4999' }],
    ['another currency', { currency: 'XOF' }],
    ['no mode', { mode: undefined }],
    ['no amount', { amount: undefined }],
    ['an amount that is a number', { amount: 5000 }],
    ['a subject that is no user', { sub: 'someone' }],
  ];
  it.each(forged)('%s', async (_, change) => {
    const intent = await intents.created();
    expect(codeOf(await intents.charge(intent.id, intents.token(intent, change)))).toBe('token_invalid');
    expect(accepted(await intents.read(intent.id)).status).toBe('PENDING');
  });

  it('an intent made for one user accepts that user only', async () => {
    const userId = newId('user');
    const intent = await intents.created({ userId });
    expect(codeOf(await intents.charge(intent.id, intents.token(intent)))).toBe('token_invalid');
    expect(codeOf(await intents.charge(intent.id, intents.unboundToken()))).toBe('token_invalid');
    expect(codeOf(await intents.charge(intent.id, intents.token(intent, { sub: userId })))).toBe('ok');
  });

  it('another merchant’s intent reads exactly like a missing one', async () => {
    const intent = await intents.created();
    const otherMerchantId = newId('merchant');
    const token = intents.unboundToken({ azp: otherMerchantId });
    const missing = await intents.charge(newId('intent'), token, { merchantId: otherMerchantId });
    expect(missing).toEqual({ ok: false, code: 'intent_not_found' });
    expect(await intents.charge(intent.id, token, { merchantId: otherMerchantId })).toEqual(missing);
    const live = await intents.charge(intent.id, intents.unboundToken({ mode: 'live' }), { mode: 'live' });
    expect(live).toEqual(missing);
  });
});

describe('a token that must not be accepted', () => {
  it.each<[string, (token: string) => string]>([
    ['is no token', () => 'nonsense'],
    ['has another signature', (token) => `${token.slice(0, -6)}AAAAAA`],
    ['is signed by nobody we know', (token) => withHeader(token, { kid: 'unknown' })],
    ['claims to need no signature', (token) => withHeader(token, { alg: 'none' })],
    ['is a user token', (token) => withHeader(token, { typ: 'at+jwt' })],
  ])('%s', async (_, forge) => {
    const intent = await intents.created();
    expect(codeOf(await intents.charge(intent.id, forge(intents.token(intent))))).toBe('token_invalid');
  });

  it('has run out', async () => {
    const intent = await intents.created();
    const token = intents.token(intent, { now: new Date(Date.now() - 301_000) });
    expect(codeOf(await intents.charge(intent.id, token))).toBe('token_expired');
    // charging does not answer here: it is not asked
    const paymentMethod = { type: 'mobile_money' as const };
    expect(codeOf(await intents.charge(intent.id, token, { paymentMethod }))).toBe('token_expired');
    expect(accepted(await intents.read(intent.id)).status).toBe('PENDING');
  });

  it('was used, and charging is not asked about it: that would count as a prompt of a phone', async () => {
    const used = intents.unboundToken();
    expect(codeOf(await intents.charge((await intents.created()).id, used))).toBe('ok');
    const { id } = await intents.created();
    // charging does not answer here
    const paymentMethod = { type: 'mobile_money' as const };
    expect(codeOf(await intents.charge(id, used, { paymentMethod }))).toBe('otp_token_used');
  });

  it('spoils nothing for the others', async () => {
    const created = await Promise.all(Array.from({ length: 20 }, () => intents.created()));
    const used = intents.unboundToken();
    expect(codeOf(await intents.charge((await intents.created()).id, used))).toBe('ok');
    const replies = await Promise.all(
      created.map((intent, index) => intents.charge(intent.id, index % 2 === 0 ? intents.token(intent) : used)),
    );
    expect(tally(replies)).toEqual({ charged: 10, otp_token_used: 10 });
  });
});

it('[3.8] a rogue update cannot charge a second time, nor move what is charged elsewhere', async () => {
  const intent = await intents.created();
  accepted(await intents.charge(intent.id, intents.token(intent)));
  const rogue = (changes: string): Promise<unknown> =>
    intents.sql.query(`UPDATE intent SET version = version + 1, ${changes} WHERE id = $1`, [intent.id]);
  await expect(rogue(`charge_id = '${newId('charge')}'`)).rejects.toThrow('an intent is charged at most once');
  await expect(rogue(`status = 'PENDING', charge_id = NULL`)).rejects.toThrow(
    'does not move from PROCESSING to PENDING',
  );
  await expect(rogue(`status = 'EXPIRED'`)).rejects.toThrow('does not move from PROCESSING to EXPIRED');
  await expect(rogue(`amount = 1`)).rejects.toThrow('an order never changes');
  const { intentId, merchantId, mode } = { intentId: intent.id, merchantId: intents.merchantId, mode: 'test' as const };
  expect(accepted(await intents.send(getIntent, { intentId, merchantId, mode })).status).toBe('PROCESSING');
});

it('fails closed: when the owner of the token keys falls silent, nothing is charged, and the rest goes on', async () => {
  await intents.otp.stop();
  const refused = await eventually(async () => {
    const intent = await intents.created();
    const reply = await intents.charge(intent.id, intents.token(intent));
    return reply.ok ? undefined : { intent, code: reply.code };
  });
  expect(refused.code).toBe('service_unavailable');
  expect(accepted(await intents.read(refused.intent.id))).toEqual(refused.intent);
});

function withHeader(token: string, change: Readonly<Record<string, string>>): string {
  const [header = '', ...rest] = token.split('.');
  const members = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  return [Buffer.from(JSON.stringify({ ...members, ...change })).toString('base64url'), ...rest].join('.');
}

async function databaseTime(): Promise<number> {
  const { rows } = await intents.sql.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]?.now.getTime() ?? 0;
}
