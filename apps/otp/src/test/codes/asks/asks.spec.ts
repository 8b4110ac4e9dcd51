import { randomBytes, randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AskPhoneCommand, PhoneAsked, Reply, TillState } from '@paygate/contracts';
import { askPhone } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { accepted, World } from '../../world.js';

const PER_PHONE = 2;
const PER_ACTOR = 30;
const PER_TILL = 40;
const PER_MERCHANT = 100;

let world: World;
let gateway: CommandClient;
beforeAll(async () => {
  const bounds = {
    OTP_ASKS_PER_PHONE_DAY: String(PER_PHONE),
    OTP_ASKS_PER_ACTOR_DAY: String(PER_ACTOR),
    OTP_ASKS_PER_TILL_DAY: String(PER_TILL),
    OTP_ASKS_PER_MERCHANT_DAY: String(PER_MERCHANT),
  };
  world = await World.start(bounds, 'live');
  await world.startInstance();
  gateway = await world.as('gateway');
});
afterAll(() => world.stop());

const digest = (): string => randomBytes(32).toString('base64url');
let phones = randomInt(1e6);
const anyPhone = (): string => `+23767${String((phones += 1) % 1e7).padStart(7, '0')}`;
const cashier = newId('member');

interface Wish extends Partial<Omit<AskPhoneCommand, 'phoneNumber' | 'idempotency'>> {
  readonly phone?: string;
  readonly key?: string;
  readonly body?: string;
}

/** A merchant whose owner has switched asks on. */
function shop(phoneAsks = true, hasTills = false): string {
  const merchantId = newId('merchant');
  world.known.merchants.set(merchantId, { phoneAsks, hasTills });
  return merchantId;
}

/** A till, as auth answers about it; undefined of auth from before tills. */
function place(till?: TillState): string {
  const tillId = newId('till');
  if (till !== undefined) world.known.tills.set(tillId, { till });
  return tillId;
}

function commandOf({ phone = anyPhone(), key = digest(), body = digest(), ...more }: Wish): AskPhoneCommand {
  const seal = (value: string) => world.gateway.seal('otp', value, 'otp.body-hash');
  return {
    ...{ merchantId: newId('merchant'), mode: world.mode, intentId: newId('intent'), actor: newId('member') },
    ...{ amount: '5000', currency: 'XAF' },
    phoneNumber: world.gateway.seal('otp', phone, 'ask-phone.phone'),
    idempotency: { keyHash: key, bodyHash: seal(body), contentHash: seal(body) },
    ...more,
  };
}
const ask = (wish: Wish): Promise<Reply<PhoneAsked>> => gateway.ask(askPhone, commandOf(wish), 60_000);
const words = (replies: readonly Reply<PhoneAsked>[]): readonly string[] =>
  replies.map((reply) => (reply.ok ? 'asked' : reply.code));
const asked = (replies: readonly Reply<PhoneAsked>[]): number => replies.filter(({ ok }) => ok).length;
const countsOf = (counted: string) =>
  world.rows<{ bound: string; asks: number }>('SELECT bound, asks FROM otp_ask_count WHERE counted = $1', [counted]);
const claimsOf = ({ token }: PhoneAsked) => {
  const [, payload = ''] = world.gateway.open(token, 'ask-phone.token').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
};

describe('the token of an ask', () => {
  test('[4.22] names intent, amount, phone and asker, lasts five minutes, and no table has the number', async () => {
    const [merchantId, phone, intentId] = [shop(), anyPhone(), newId('intent')];
    const answer = accepted(await ask({ merchantId, phone, intentId, actor: cashier }));
    expect(answer.intentId).toBe(intentId);
    const claims = claimsOf(answer);
    const { iat, exp } = claims as { iat: number; exp: number };
    expect(exp - iat).toBe(300);
    expect(claims).toMatchObject({
      ...{ sub: 'asked', kind: 'operator_pin', actor: cashier, azp: merchantId, mode: 'live' },
      ...{ intent: intentId, amount: '5000', currency: 'XAF' },
    });
    expect(world.gateway.open(claims['phone'] as never, 'otp-token.phone')).toBe(phone);
    expect(JSON.stringify(claims)).not.toContain(phone.slice(4));
    for (const table of ['otp_ask', 'otp_ask_count', 'idempotency_record'])
      expect(JSON.stringify(await world.rows(`SELECT * FROM ${table}`))).not.toContain(phone.slice(4));
  });

  test('[4.22] is the same for the same request, and another body under its key is refused', async () => {
    const [merchantId, phone, key, body] = [shop(), anyPhone(), digest(), digest()];
    const tillId = place('live');
    const same = { merchantId, phone, key, body, tillId, actor: cashier };
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(same)));
    const answers = replies.filter(({ ok }) => ok).map(accepted);
    expect(words(replies).filter((word) => !['asked', 'idempotency_key_in_use'].includes(word))).toEqual([]);
    expect(new Set(answers.map(({ intentId }) => intentId)).size).toBe(1);
    // also while the till takes payments no more
    world.known.tills.set(tillId, { till: 'revoked' });
    const again = accepted(await ask(same));
    expect(new Set([...answers, again].map((answer) => claimsOf(answer)['jti'])).size).toBe(1);
    expect(await ask({ ...same, body: digest() })).toMatchObject({ code: 'idempotency_key_reused' });
    expect(asked(await Promise.all([ask({ merchantId, phone }), ask({ merchantId, phone })]))).toBe(PER_PHONE - 1);
  });
});

describe('an ask is refused, and counts nothing', () => {
  test.each<[string, () => Wish, object]>([
    [
      'of a merchant that has not switched asks on',
      () => ({ merchantId: shop(false) }),
      { code: 'phone_ask_not_allowed' },
    ],
    ['of a number that no operator has', () => ({ phone: '+33612345678' }), { code: 'operator_unknown' }],
    ['at a till that is none of the merchant', () => ({ tillId: place('missing') }), { code: 'till_not_found' }],
    ['at a till that is revoked', () => ({ tillId: place('revoked') }), { code: 'till_revoked', param: 'tillId' }],
    ['at a till of which auth says nothing', () => ({ tillId: place() }), { code: 'service_unavailable' }],
    [
      'in a currency that the operator does not collect',
      () => ({ currency: 'XOF' as const }),
      { code: 'payment_method_unavailable' },
    ],
  ])('%s', async (_name, wishOf, refusal) => {
    const [phone, merchantId, before] = [anyPhone(), shop(), await world.rows('SELECT * FROM otp_ask_count')];
    expect(await ask({ merchantId, phone, ...wishOf() })).toMatchObject(refusal);
    expect(await world.rows('SELECT * FROM otp_ask_count')).toEqual(before);
  });

  test('while auth is not there', async () => {
    world.known.down.add('auth');
    expect(await ask({ merchantId: shop() })).toMatchObject({ code: 'service_unavailable' });
    world.known.down.delete('auth');
  });
});

describe('[4.23] the bounds on asks hold exactly, over two instances', () => {
  test('of a phone, whoever asks', async () => {
    const phone = anyPhone();
    const replies = await Promise.all(Array.from({ length: 24 }, () => ask({ merchantId: shop(), phone })));
    expect(asked(replies)).toBe(PER_PHONE);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      ...{ code: 'prompt_limit_reached', param: 'phoneNumber', detail: expect.stringContaining('This phone') },
      fields: { retryAfter: expect.any(Number) },
    });
  });

  test('of a member or a key', async () => {
    const [merchantId, actor] = [shop(), newId('apiKey')];
    const replies = await Promise.all(Array.from({ length: 50 }, () => ask({ merchantId, actor })));
    expect(asked(replies)).toBe(PER_ACTOR);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ detail: expect.stringContaining('This member or key') });
  });

  test('of a till, whoever asks, and of that till alone', async () => {
    const [merchantId, tillId, other] = [shop(), place('live'), place('live')];
    const at = (till: string) => ask({ merchantId, tillId: till });
    const replies = await Promise.all(Array.from({ length: 60 }, () => at(tillId)));
    expect(asked(replies)).toBe(PER_TILL);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      ...{ code: 'prompt_limit_reached', detail: expect.stringContaining('This till') },
    });
    expect([(await at(other)).ok, (await ask({ merchantId })).ok]).toEqual([true, true]);
    // what the till has refused was counted for nobody else
    expect(await countsOf(`live:${merchantId}`)).toEqual([{ bound: 'merchant', asks: PER_TILL + 2 }]);
  });

  test('of the asks that name no till, where the merchant has tills', async () => {
    const [merchantId, tillId, without] = [shop(true, true), place('live'), shop()];
    const of = (merchant: string) => Array.from({ length: PER_TILL + 20 }, () => ask({ merchantId: merchant }));
    const [replies, unbounded] = await Promise.all([Promise.all(of(merchantId)), Promise.all(of(without))]);
    expect([asked(replies), asked(unbounded)]).toEqual([PER_TILL, PER_TILL + 20]);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      ...{ code: 'prompt_limit_reached', detail: expect.stringContaining('name no till') },
    });
    expect((await ask({ merchantId, tillId })).ok).toBe(true);
  });

  test('of a merchant: 300 asks at 100 phones by a cashier, two members and a leaked key, at two tills', async () => {
    const [merchantId, tills] = [shop(), [place('live'), place('live')]];
    const hundred = Array.from({ length: 100 }, anyPhone);
    const actors = [newId('member'), newId('member'), newId('member'), newId('apiKey')];
    const placeOf = (n: number) => (n % 5 === 0 ? {} : { tillId: tills[n % 2] ?? '' });
    const actorOf = (n: number): string => actors[(n + Math.floor(n / 100)) % 4] ?? '';
    const commands = Array.from({ length: 300 }, (_, n) =>
      commandOf({ merchantId, phone: hundred[n % 100] ?? '', actor: actorOf(n), ...placeOf(n) }),
    );
    const replies = await Promise.all(commands.map((command) => gateway.ask(askPhone, command, 60_000)));
    expect(new Set(words(replies))).toEqual(new Set(['asked', 'prompt_limit_reached']));
    expect(asked(replies)).toBe(PER_MERCHANT);
    const rows = await world.rows<{ actor: string; phone: string; till_id: string | null }>(
      'SELECT actor, phone, till_id FROM otp_ask WHERE merchant_id = $1',
      [merchantId],
    );
    const countedBy = (of: 'actor' | 'phone' | 'till_id') => Object.groupBy(rows, (row) => row[of] ?? 'none');
    const most = (of: 'actor' | 'phone') => Math.max(...Object.values(countedBy(of)).map((same) => same?.length ?? 0));
    expect([rows.length, most('actor') <= PER_ACTOR, most('phone') <= PER_PHONE]).toEqual([PER_MERCHANT, true, true]);
    for (const till of tills) expect(countedBy('till_id')[till]?.length ?? 0).toBeLessThanOrEqual(PER_TILL);
    // what is counted is what was asked, for each bound
    expect(await countsOf(`live:${merchantId}`)).toEqual([{ bound: 'merchant', asks: PER_MERCHANT }]);
    for (const [of, ids] of [
      ['actor', actors],
      ['till_id', tills],
    ] as const)
      for (const id of ids)
        expect(await countsOf(`live:${id}`)).toMatchObject([{ asks: countedBy(of)[id]?.length ?? 0 }]);
  });

  test('of another day count no more', async () => {
    const [merchantId, phone] = [shop(), anyPhone()];
    for (const ok of [true, true, false]) expect((await ask({ merchantId, phone })).ok).toBe(ok);
    await world.rows('UPDATE otp_ask_count SET day = day - 1 WHERE counted IN (SELECT phone FROM otp_ask)');
    expect((await ask({ merchantId, phone })).ok).toBe(true);
  });
});

describe('[4.24] a phone whose owner refused twice', () => {
  const outcome = (intentId: string, merchantId: string, failureCode?: 'payer_rejected' | 'payer_timeout'): void => {
    const facts = { intentId, status: 'FAILED', amount: '5000', currency: 'XAF', userId: null } as const;
    const failed = failureCode === undefined ? {} : { failureCode };
    const expiresAt = new Date().toISOString();
    world.known.intents.set(intentId, { ...facts, ...failed, expiresAt, merchantId, mode: world.mode });
  };

  test('is asked no more that day, by any merchant', async () => {
    const [one, other, phone] = [shop(), shop(), anyPhone()];
    for (const merchantId of [one, other])
      outcome(accepted(await ask({ merchantId, phone })).intentId, merchantId, 'payer_rejected');
    // there is no room below the bound of the phone either, and the refusals are what is said
    expect(await ask({ merchantId: shop(), phone })).toMatchObject({
      ...{ code: 'prompt_limit_reached', detail: expect.stringContaining('refused') },
    });
    await world.rows(`UPDATE otp_ask_count SET day = day - 1 WHERE bound = 'phone'`);
    expect(await ask({ merchantId: shop(), phone })).toMatchObject({ detail: expect.stringContaining('refused') });
    await world.rows('UPDATE otp_ask SET day = day - 1');
    expect((await ask({ merchantId: shop(), phone })).ok).toBe(true);
  });

  test('is none that let two prompts lapse, and while intents is not there no phone is asked again', async () => {
    const [merchantId, phone] = [shop(), anyPhone()];
    for (const code of ['payer_timeout', 'payer_rejected'] as const)
      outcome(accepted(await ask({ merchantId, phone })).intentId, merchantId, code);
    await world.rows(`UPDATE otp_ask_count SET day = day - 1 WHERE bound = 'phone'`);
    world.known.down.add('intents');
    expect(await ask({ merchantId, phone })).toMatchObject({ code: 'service_unavailable' });
    world.known.down.delete('intents');
    expect((await ask({ merchantId, phone })).ok).toBe(true);
  });
});
