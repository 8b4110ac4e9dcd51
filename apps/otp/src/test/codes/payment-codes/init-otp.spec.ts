import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventStreams, initOtp, userTokenContactContext } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually, receivedOf } from '@paygate/testing';
import { PaymentCodesCommands } from '../../../codes/payment-codes/payment-codes.commands.js';
import { accepted, INBOX_TOKEN, World } from '../../world.js';

let world: World;
let events: EventCollector;
beforeAll(async () => {
  world = await World.start();
  events = await eventCollector(world.topics.prefix, eventStreams.otp);
});
afterAll(async () => {
  await events.stop();
  await world.stop();
});

/** A request for the code of one more payment, whose session is not shown. */
const otherPayment = (userId: string) => ({
  ...{ userId, intentionId: world.intent({ amount: '700' }) },
  caller: world.caller(),
});

describe('a code for an intent', () => {
  test('[4.9] goes to the phone on file, names amount and merchant, and emits an event for the intent', async () => {
    const { userId, phoneNumber } = world.user();
    const intentionId = world.intent({ userId });
    const sent = accepted(await world.init({ userId, intentionId }));
    expect(sent).toMatchObject({ userId, channel: 'sms', codeLength: 6, sendsRemaining: 4 });
    expect(sent.destination).toBe(`********${phoneNumber.slice(-2)}`);
    const code = await world.code(phoneNumber);
    const [message] = world.provider.to(phoneNumber);
    expect(message?.text).toBe(
      `${code} est votre code Paygate pour payer 5 000 FCFA à Boutique. Valable 5 min. Ne le donnez à personne.`,
    );
    expect(message).toMatchObject({ path: '/sms', authorization: `Bearer ${INBOX_TOKEN}` });
    const event = await events.next(({ payload }) => (payload as { otpId: string }).otpId === sent.otpId);
    expect(event).toMatchObject({ type: 'otp.sent', key: intentionId });
    expect(event.payload).toMatchObject({ intentId: intentionId, merchantId: world.merchantId, mode: 'test' });
    // the code for 300 s, and then its token for 300 s
    const { occurredAt, validUntil } = event.payload as { readonly occurredAt: string; readonly validUntil: string };
    expect(Date.parse(validUntil) - Date.parse(occurredAt)).toBe(600_000);
  });

  test.each([
    ['EXPIRED', 'intent_expired'],
    ['COMPLETED', 'intent_unexpected_state'],
    ['PROCESSING', 'intent_unexpected_state'],
    ['CANCELED', 'intent_unexpected_state'],
  ] as const)('is refused when the intent is %s', async (status, code) => {
    const { userId } = world.user();
    expect(await world.init({ userId, intentionId: world.intent({ status }) })).toMatchObject({ ok: false, code });
  });

  test('is refused in a currency in which nobody can pay', async () => {
    const { userId, phoneNumber } = world.user();
    const reply = await world.init({ userId, intentionId: world.intent({ currency: 'XOF' }) });
    expect(reply).toMatchObject({ ok: false, code: 'payment_method_unavailable', param: 'intentionId' });
    expect(world.provider.to(phoneNumber)).toHaveLength(0);
  });

  test('is refused when the intent has lapsed and its status does not show it yet', async () => {
    const { userId } = world.user();
    const expiresAt = new Date(Date.now() - 1_000).toISOString();
    const reply = await world.init({ userId, intentionId: world.intent({ expiresAt }) });
    expect(reply).toEqual({ ok: false, code: 'intent_expired' });
  });

  test('is refused alike when the intent is missing and when it is of another merchant', async () => {
    const { userId } = world.user();
    const missing = await world.init({ userId, intentionId: newId('intent') });
    const foreign = await world.init({ userId, intentionId: world.intent({}, newId('merchant')) });
    expect(missing).toEqual({ ok: false, code: 'intent_not_found' });
    expect(foreign).toEqual(missing);
  });

  test.each(['intents', 'auth'] as const)(
    'is never sent unbound or guessed while %s is in trouble',
    async (service) => {
      const { userId, phoneNumber } = world.user();
      world.known.down.add(service);
      const reply = await world.init({ userId, intentionId: world.intent() });
      world.known.down.delete(service);
      expect(reply).toEqual({ ok: false, code: 'service_unavailable' });
      expect(await world.rows('SELECT FROM otp_challenge WHERE subject = $1', [userId])).toHaveLength(0);
      expect(world.provider.to(phoneNumber)).toHaveLength(0);
    },
  );
});

describe('a code without an intent', () => {
  test('says that it is for one payment at the merchant', async () => {
    const { userId, phoneNumber } = world.user();
    accepted(await world.init({ userId }));
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)[0]?.text).toContain('pour un seul paiement chez Boutique.');
  });

  test('goes to the e-mail address on file when e-mail is requested', async () => {
    const { userId, email } = world.user();
    const sent = accepted(await world.init({ userId, channel: 'email' }));
    expect(sent.destination).toBe('u***@***');
    await world.code(email);
    expect(world.mail.to(email)[0]).toMatchObject({ subject: 'Votre code de paiement', login: `otp:${INBOX_TOKEN}` });
  });

  test('is written in the preferred language of the reader, otherwise in that of the configuration', async () => {
    const { userId, phoneNumber, email } = world.user();
    accepted(await world.init({ userId, intentionId: world.intent(), language: 'en' }));
    accepted(await world.init({ userId, channel: 'email', language: 'en' }));
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)[0]?.text).toContain(
      'is your Paygate code for paying 5,000 FCFA to Boutique.',
    );
    await eventually(() => world.mail.to(email).length > 0);
    const [{ subject, text } = { subject: '', text: '' }] = world.mail.to(email);
    expect([subject, text]).toEqual(['Your payment code', expect.stringContaining('for one payment at Boutique.')]);
  });

  test('is refused on a channel that has no provider', async () => {
    const { userId } = world.user();
    expect(await world.init({ userId, mode: 'live' })).toMatchObject({ ok: false, code: 'channel_unsupported' });
  });

  test('[4.14] for which a signed-in user has no address is refused, and without sign-in looks like any other', async () => {
    const { userId } = world.user();
    world.known.users.set(userId, { phoneNumber: '+237670000001' });
    const signedIn = { caller: world.caller({ signedIn: true }) };
    const refused = { ok: false, code: 'channel_unavailable', param: 'channel' };
    expect(await world.init({ userId, channel: 'email', ...signedIn })).toEqual(refused);
    expect(await world.rows('SELECT FROM otp_challenge WHERE subject = $1', [userId])).toHaveLength(0);
    expect(accepted(await world.init({ userId, channel: 'email' })).destination).toMatch(/^.\*\*\*@\*\*\*$/);
  });

  test('requested by a command without a key that is delivered again is judged anew: it is too soon', async () => {
    const { userId, phoneNumber } = world.user();
    const message = receivedOf(initOtp, world.initCommand({ userId }));
    const deliver = () => world.otp.get(PaymentCodesCommands).initOtp(message.payload, message);
    accepted(await deliver());
    expect(await deliver()).toMatchObject({ ok: false, code: 'otp_cooldown' });
    await world.code(phoneNumber);
    expect(world.provider.to(phoneNumber)).toHaveLength(1);
  });
});

describe('a code for a signed-in user whose token has the addresses', () => {
  const signedIn = (contactOf: string, contact: object) => ({
    caller: world.caller({ signedIn: true }),
    contact: world.auth.seal('otp', JSON.stringify(contact), userTokenContactContext('test', contactOf)),
  });

  test.each(['sms', 'email'] as const)('goes there by %s, and auth is not asked', async (channel) => {
    const { userId, phoneNumber, email } = world.user();
    world.known.down.add('auth');
    const reply = await world.init({ userId, channel, ...signedIn(userId, { phoneNumber, email }) });
    world.known.down.delete('auth');
    accepted(reply);
    await world.code(channel === 'sms' ? phoneNumber : email);
  });

  test('is refused on a channel for which the token has no address', async () => {
    const { userId, phoneNumber } = world.user();
    const reply = await world.init({ userId, channel: 'email', ...signedIn(userId, { phoneNumber }) });
    expect(reply).toEqual({ ok: false, code: 'channel_unavailable', param: 'channel' });
  });

  test('goes to the address on file when the sealed one is of another user', async () => {
    const [{ userId, phoneNumber }, other] = [world.user(), world.user()];
    accepted(await world.init({ userId, ...signedIn(other.userId, other) }));
    await world.code(phoneNumber);
    expect(world.provider.to(other.phoneNumber)).toHaveLength(0);
  });
});

describe('another code', () => {
  test('too soon is refused with the time to wait', async () => {
    const { userId } = world.user();
    const { otpId } = accepted(await world.init({ userId }));
    for (const wish of [{ userId }, { userId, otpId }]) {
      const reply = await world.init(wish);
      expect(reply).toMatchObject({ ok: false, code: 'otp_cooldown' });
      expect(reply).toHaveProperty('fields.retryAfter', expect.any(Number));
    }
  });

  test('[4.5] keeps the challenge, replaces its code and is spaced 30, 60, 120 and 300 s', async () => {
    const { userId, phoneNumber } = world.user();
    const intentionId = world.intent();
    const { otpId } = accepted(await world.init({ userId, intentionId }));
    const spacing: number[] = [];
    for (let sends = 1; sends <= 4; sends += 1) {
      const [row] = await world.rows<{ s: string }>(
        'SELECT extract(epoch FROM resend_at - sent_at)::int AS s FROM otp_challenge WHERE id = $1 AND sends = $2',
        [otpId, sends],
      );
      spacing.push(Number(row?.s));
      await world.endCooldown(otpId);
      // named by its challenge, or by its intent
      const again = sends % 2 === 0 ? { userId, otpId } : { userId, intentionId };
      expect(accepted(await world.init(again)).otpId).toBe(otpId);
    }
    expect(spacing).toEqual([30, 60, 120, 300]);
    const [first, last] = [await world.code(phoneNumber, 1), await world.code(phoneNumber, 5)];
    if (first !== last) {
      expect(await world.verify({ userId, otp: first, otpId })).toEqual({ ok: false, code: 'otp_invalid' });
    }
    expect(accepted(await world.verify({ userId, otp: last, otpId })).intentionId).toBe(intentionId);
  });

  test('for a caller that names neither challenge nor intent cancels nobody’s code', async () => {
    const { userId, phoneNumber } = world.user();
    const mine = accepted(await world.init({ userId }));
    const code = await world.code(phoneNumber);
    await world.endCooldown(mine.otpId);
    const other = accepted(await world.init({ userId }));
    expect(other.otpId).not.toBe(mine.otpId);
    expect((await world.verify({ userId, otp: code, otpId: mine.otpId })).ok).toBe(true);
  });

  test('[4.6] is refused after five within ten minutes, over all payments, until one of them succeeds', async () => {
    const { userId, phoneNumber } = world.user();
    const wishes = Array.from({ length: 5 }, () => otherPayment(userId));
    const sent = [];
    for (const wish of wishes) sent.push(accepted(await world.init(wish)));
    expect(sent.map(({ sendsRemaining }) => sendsRemaining)).toEqual([4, 3, 2, 1, 0]);
    const sixth = otherPayment(userId);
    const refused = await world.init(sixth);
    expect(refused).toMatchObject({ ok: false, code: 'otp_budget_spent' });
    expect(refused).toHaveProperty('fields.retryAfter', expect.any(Number));
    const code = await world.code(phoneNumber, 5);
    const last = { userId, otp: code, otpId: sent[4]?.otpId ?? '' };
    accepted(await world.verify(last));
    expect(accepted(await world.init(sixth)).sendsRemaining).toBe(0);
  });
});

describe('[4.11] a user who does not exist', () => {
  /** Everything that a caller can see, but for ids and times. */
  async function story(userId: string, intentionId?: string): Promise<unknown[]> {
    const wish = intentionId === undefined ? { userId } : { userId, intentionId };
    const first = await world.init(wish);
    const sent = accepted(first);
    const again = await world.init(wish);
    const guess = { ...wish, otp: '000000' };
    const wrong = [await world.verify(guess), await world.verify({ ...guess, otpId: sent.otpId })];
    for (let n = 0; n < 4; n += 1) accepted(await world.init(otherPayment(userId)));
    const spent = await world.init(otherPayment(userId));
    const { channel, codeLength, sendsRemaining, destination } = sent;
    const shown = { channel, codeLength, sendsRemaining, destination: destination.replace(/\w/g, '0') };
    const refusals = [again, spent].map((reply) => (reply.ok ? 'accepted' : reply.code));
    return [Object.keys(sent), shown, refusals, wrong];
  }

  test.each(['sms', 'email'] as const)('is answered like one who does (%s)', async (channel) => {
    const known = accepted(await world.init({ userId: world.user().userId, channel }));
    const unknown = accepted(await world.init({ userId: newId('user'), channel }));
    expect(Object.keys(unknown)).toEqual(Object.keys(known));
    const hidden = (text: string): string => text.replace(/\w/g, '0');
    expect(hidden(unknown.destination)).toBe(hidden(known.destination));
  });

  test('meets the same budgets and answers, whatever the reason that nothing is sent', async () => {
    const { userId } = world.user();
    const expected = await story(userId);
    expect(await story(newId('user'))).toEqual(expected);
    expect(await story('not-even-an-id')).toEqual(expected);
    const sent = world.provider.messages.length;
    const [other, mine] = [world.user(), world.user()];
    const forbidden = await story(other.userId, world.intent({ userId: mine.userId }));
    const payer = world.user();
    expect(forbidden).toEqual(await story(payer.userId, world.intent({ userId: payer.userId })));
    const toOther = world.provider.to(other.phoneNumber);
    expect(toOther.every(({ text }) => text.includes('700 FCFA'))).toBe(true);
    expect(world.provider.messages.length).toBeGreaterThan(sent);
  });

  test('has the same destination each time, a challenge that no code opens, and no message', async () => {
    const userId = newId('user');
    const first = accepted(await world.init({ userId }));
    const second = accepted(await world.init({ userId, merchantId: newId('merchant') }));
    expect(second.destination).toBe(first.destination);
    expect(await world.rows('SELECT FROM otp_challenge WHERE id = $1', [first.otpId])).toHaveLength(1);
    await eventually(async () => (await world.rows('SELECT FROM otp_send')).length === 0);
    expect(world.provider.to('')).toEqual([]);
  });

  test('makes the event of an intent alike: its status reveals nothing', async () => {
    const { otpId } = accepted(await world.init({ userId: newId('user'), intentionId: world.intent() }));
    const event = await events.next(({ payload }) => (payload as { otpId: string }).otpId === otpId);
    expect(event.type).toBe('otp.sent');
  });
});
