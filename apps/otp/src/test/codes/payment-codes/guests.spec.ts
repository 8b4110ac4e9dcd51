import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { InitOtpCommand, OtpInitiated, Reply, SendPhoneCodeCommand, VerifyOtpCommand } from '@paygate/contracts';
import { initOtp, sendPhoneCode, verifyOtp } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { CommandClient } from '@paygate/testing';
import { accepted, World } from '../../world.js';

let world: World;
let gateway: CommandClient;
let auth: CommandClient;
beforeAll(async () => {
  world = await World.start(
    {
      OTP_PHONE_SENDS_PER_MERCHANT_DAY: '40',
      OTP_PHONE_PREFIXES: '+23767,+23761,+23766',
      OTP_RESEND_SPACING_SECONDS: '0',
    },
    'live',
  );
  [gateway, auth] = [await world.as('gateway'), await world.as('auth')];
});
afterAll(() => world.stop());

const anyPhone = (): string => `+23767${String(randomInt(1e7)).padStart(7, '0')}`;

type Wish = Partial<Omit<InitOtpCommand, 'phoneNumber'>>;
function init(phoneNumber: string, intentionId: string, more: Wish & { readonly address?: string } = {}) {
  const { address, ...others } = more;
  const caller = world.caller({ credential: 'session', ...(address && { address }) });
  const sealed = world.gateway.seal('otp', phoneNumber, 'init-otp.phone');
  const usual = { merchantId: newId('merchant'), mode: world.mode, merchantName: 'Boutique', channel: 'sms' } as const;
  return gateway.ask(initOtp, { ...usual, caller, intentionId, phoneNumber: sealed, ...others });
}
/** A payment of a merchant of its own, so that tests do not share the bound of a day. */
function payment(facts: Parameters<World['intent']>[0] = {}, merchantId = newId('merchant')) {
  return { merchantId, intentionId: world.intent(facts, merchantId) };
}
const ask = (phoneNumber: string, { merchantId, intentionId } = payment(), address?: string) =>
  init(phoneNumber, intentionId, { merchantId, ...(address && { address }) });
/** A code for a registration or a password reset. */
function account(phoneNumber: string, more: Partial<SendPhoneCodeCommand> & Pick<SendPhoneCodeCommand, 'purpose'>) {
  const usual = { merchantId: newId('merchant'), merchantName: 'Chez Ada', mode: world.mode, message: 'code' } as const;
  const claimId = newId(more.purpose === 'registration' ? 'registration' : 'passwordReset');
  const sealed = world.auth.seal('otp', phoneNumber, 'phone-code.phone');
  return auth.ask(sendPhoneCode, { ...usual, claimId, caller: world.caller(), ...more, phoneNumber: sealed });
}
const verify = (merchantId: string, otpId: string, otp: string, more: Partial<VerifyOtpCommand> = {}) => {
  const sealed = world.gateway.seal('otp', otp, 'verify-otp.otp');
  return gateway.ask(verifyOtp, { merchantId, mode: world.mode, caller: world.caller(), otpId, ...more, otp: sealed });
};
const codes = (replies: readonly Reply<OtpInitiated>[]) => replies.map((reply) => (reply.ok ? 'sent' : reply.code));

describe('the code of a guest', () => {
  test('goes to the phone, names amount and merchant, and its token names phone and payment, and no user', async () => {
    const [phoneNumber, paid] = [anyPhone(), payment({ amount: '500' })];
    const sent = accepted(await ask(phoneNumber, paid));
    expect(sent).toMatchObject({ channel: 'sms', destination: `********${phoneNumber.slice(-2)}` });
    expect(sent).not.toHaveProperty('userId');
    const [message] = [await world.code(phoneNumber)].map(() => world.provider.to(phoneNumber)[0]?.text);
    expect(message).toContain('500 FCFA');
    const { token } = accepted(await verify(paid.merchantId, sent.otpId, await world.code(phoneNumber)));
    const text = world.gateway.open(token, 'verify-otp.token');
    const claims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as Record<string, string>;
    expect(claims).toMatchObject({ sub: 'guest', intent: paid.intentionId, amount: '500', azp: paid.merchantId });
    expect(world.gateway.open(claims['phone'] as never, 'otp-token.phone')).toBe(phoneNumber);
    expect(JSON.stringify(claims)).not.toContain(phoneNumber.slice(4));
    // no table has the number in the clear
    for (const table of ['otp_guest_phone', 'otp_challenge', 'otp_use', 'otp_guest_day'])
      expect(JSON.stringify(await world.rows(`SELECT * FROM ${table}`))).not.toContain(phoneNumber.slice(4));
  });

  test('works for its challenge, merchant and payment only, and once', async () => {
    const [phoneNumber, paid] = [anyPhone(), payment()];
    const { otpId } = accepted(await ask(phoneNumber, paid));
    const code = await world.code(phoneNumber);
    const refused = { ok: false, code: 'otp_invalid' };
    expect(await verify(newId('merchant'), otpId, code)).toEqual(refused);
    expect(await verify(paid.merchantId, newId('otpChallenge'), code)).toEqual(refused);
    expect(await verify(paid.merchantId, otpId, code, { intentionId: world.intent({}, paid.merchantId) })).toEqual(
      refused,
    );
    expect(await verify(paid.merchantId, otpId, code, { userId: newId('user') })).toEqual(refused);
    accepted(await verify(paid.merchantId, otpId, code, { intentionId: paid.intentionId }));
    expect(await verify(paid.merchantId, otpId, code)).toEqual(refused);
  });

  test('of a user gives no token of a guest', async () => {
    const { userId, phoneNumber } = world.user();
    const intentionId = world.intent();
    const { otpId } = accepted(await world.init({ userId, intentionId }));
    const code = await world.code(phoneNumber);
    expect(await verify(world.merchantId, otpId, code)).toEqual({ ok: false, code: 'otp_invalid' });
    accepted(await world.verify({ userId, otp: code, otpId }));
  });
});

describe('codes of guests are bounded', () => {
  test('[4.17] to three phones for a payment, also when many are asked for at once', async () => {
    const paid = payment();
    const replies = await Promise.all(Array.from({ length: 12 }, () => ask(anyPhone(), paid)));
    expect(codes(replies).filter((code) => code === 'sent')).toHaveLength(3);
    expect(new Set(codes(replies))).toEqual(new Set(['sent', 'guest_not_allowed']));
    const rows = await world.rows('SELECT place FROM otp_guest_phone WHERE intent_id = $1', [paid.intentionId]);
    expect(rows).toHaveLength(3);
    await expect(
      world.rows(`INSERT INTO otp_guest_phone (intent_id, place, subject, sealed_phone) VALUES ($1, 4, 's', 'p')`, [
        paid.intentionId,
      ]),
    ).rejects.toThrow(/place/);
  });

  test.each(['guest', 'registration', 'password_reset'] as const)(
    '[4.17] to three phones for a payment, whatever the page asks a code for: a %s is refused after one of each',
    async (last) => {
      const paid = payment();
      const { merchantId, intentionId: ofPayment } = paid;
      const atPage = {
        guest: (phoneNumber: string) => ask(phoneNumber, paid),
        registration: (phoneNumber: string) => account(phoneNumber, { purpose: 'registration', merchantId, ofPayment }),
        password_reset: (phoneNumber: string) =>
          account(phoneNumber, { purpose: 'password_reset', message: 'none', merchantId, ofPayment }),
      } as const;
      for (const purpose of ['guest', 'registration', 'password_reset'] as const)
        expect(await atPage[purpose](anyPhone())).toMatchObject({ ok: true });
      const refusal = last === 'guest' ? 'guest_not_allowed' : 'otp_budget_spent';
      expect(await atPage[last](anyPhone())).toMatchObject({ ok: false, code: refusal });
      // elsewhere the phones are not those of a payment
      expect(await account(anyPhone(), { purpose: 'registration', merchantId })).toMatchObject({ ok: true });
    },
  );

  test('[4.20] to three phones for all tries of an order', async () => {
    const first = payment();
    for (let phones = 0; phones < 2; phones += 1) accepted(await ask(anyPhone(), first));
    const again = payment({ retryOf: first.intentionId }, first.merchantId);
    const phoneNumber = anyPhone();
    const { otpId } = accepted(await ask(phoneNumber, again));
    for (const tried of [again, first]) expect(codes([await ask(anyPhone(), tried)])).toEqual(['guest_not_allowed']);
    // the phone that got the code of the further try proves itself
    accepted(await verify(again.merchantId, otpId, await world.code(phoneNumber)));
    expect(codes([await ask(phoneNumber, payment({ retryOf: first.intentionId }, first.merchantId))])).toEqual([
      'sent',
    ]);
  });

  test('[4.17] to five for a phone, over all merchants and over registrations and resets', async () => {
    const phoneNumber = anyPhone();
    for (const purpose of ['registration', 'password_reset'] as const)
      accepted(await account(phoneNumber, { purpose }));
    const replies = [];
    for (let sent = 0; sent < 4; sent += 1) replies.push(await ask(phoneNumber));
    expect(codes(replies)).toEqual(['sent', 'sent', 'sent', 'otp_budget_spent']);
    expect(codes([await ask(anyPhone())])).toEqual(['sent']);
  });

  test('to five for a phone, also when each of them was verified', async () => {
    const phoneNumber = anyPhone();
    for (let sent = 1; sent <= 5; sent += 1) {
      const paid = payment();
      const { otpId } = accepted(await ask(phoneNumber, paid));
      accepted(await verify(paid.merchantId, otpId, await world.code(phoneNumber, sent)));
    }
    expect(codes([await ask(phoneNumber)])).toEqual(['otp_budget_spent']);
  });

  test('[4.17] to twenty for a phone in a day, however far apart', async () => {
    const phoneNumber = anyPhone();
    for (let sent = 0; sent < 20; sent += 1) {
      accepted(await ask(phoneNumber));
      await world.rows(
        `UPDATE otp_use SET at = at - interval '11 minutes' WHERE at > clock_timestamp() - interval '10 minutes'`,
      );
    }
    expect(codes([await ask(phoneNumber)])).toEqual(['otp_budget_spent']);
    await world.rows(`UPDATE otp_use SET at = at - interval '1 day'`);
    expect(codes([await ask(phoneNumber)])).toEqual(['sent']);
  });

  test('[4.17] to thirty requests from an address, whatever they come to', async () => {
    const replies = [];
    for (let asked = 0; asked < 31; asked += 1)
      replies.push(await ask(anyPhone(), payment({ status: 'CANCELED' }), '192.0.2.7'));
    expect(codes(replies)).toEqual([...Array<string>(30).fill('intent_unexpected_state'), 'rate_limited']);
    expect(codes([await ask(anyPhone(), payment(), '192.0.2.8')])).toEqual(['sent']);
  });

  test('[4.17] to a number for a merchant and day, which a metric shows', async () => {
    const { merchantId } = payment();
    const one = () => ask(anyPhone(), { merchantId, intentionId: world.intent({}, merchantId) });
    await world.rows(
      `INSERT INTO otp_guest_day (merchant_id, mode, day, codes) VALUES ($1, 'live', (clock_timestamp() AT TIME ZONE 'UTC')::date, 39)`,
      [merchantId],
    );
    expect(codes([await one()])).toEqual(['sent']);
    const refused = await one();
    expect(refused).toMatchObject({ ok: false, code: 'rate_limited', fields: { retryAfter: expect.any(Number) } });
    // registrations and resets count together with guests, also for a number that no user has
    for (const purpose of ['registration', 'password_reset'] as const)
      for (const message of ['code', 'none'] as const)
        expect(await account(anyPhone(), { purpose, message, merchantId })).toMatchObject({ code: 'rate_limited' });
    expect(codes([await ask(anyPhone())])).toEqual(['sent']);
  });

  test('[4.17] to a number for a merchant in 24 hours, which no midnight doubles', async () => {
    const { merchantId, intentionId } = payment();
    await world.rows(
      `INSERT INTO otp_guest_day (merchant_id, mode, day, codes)
        VALUES ($1, 'live', (clock_timestamp() AT TIME ZONE 'UTC')::date - 1, 100000000)`,
      [merchantId],
    );
    expect(codes([await ask(anyPhone(), { merchantId, intentionId })])).toEqual(['rate_limited']);
  });

  test('to phones that got one: what the bound of a day refuses takes no place of the payment, and the reverse', async () => {
    const paid = payment();
    const codesOfDay = (codes: number) =>
      world.rows(
        `INSERT INTO otp_guest_day (merchant_id, mode, day, codes)
          VALUES ($1, 'live', (clock_timestamp() AT TIME ZONE 'UTC')::date, $2)
          ON CONFLICT (merchant_id, mode, day) DO UPDATE SET codes = excluded.codes RETURNING codes`,
        [paid.merchantId, codes],
      );
    await codesOfDay(40);
    for (let asked = 0; asked < 3; asked += 1) expect(codes([await ask(anyPhone(), paid)])).toEqual(['rate_limited']);
    await codesOfDay(37);
    const phones = [anyPhone(), anyPhone(), anyPhone()];
    const replies = await Promise.all([...phones, anyPhone()].map((phone) => ask(phone, paid)));
    expect(codes(replies).sort()).toEqual(['guest_not_allowed', 'sent', 'sent', 'sent']);
    expect(await world.rows('SELECT codes FROM otp_guest_day WHERE merchant_id = $1', [paid.merchantId])).toEqual([
      { codes: 40 },
    ]);
  });

  test('to twenty wrong checks of a phone and day, over all payments', async () => {
    const phoneNumber = anyPhone();
    for (let sent = 1; sent <= 4; sent += 1) {
      const paid = payment();
      const { otpId } = accepted(await ask(phoneNumber, paid));
      const wrong = world.otherThan(await world.code(phoneNumber, sent));
      for (let check = 0; check < 5; check += 1) await verify(paid.merchantId, otpId, wrong);
    }
    expect(codes([await ask(phoneNumber)])).toEqual(['otp_budget_spent']);
  });
});

describe('[4.17] whoever has codes sent to a phone of others', () => {
  const addresses = (count: number) => Array.from({ length: count }, (_, n) => `203.0.113.${n + 1}`);
  const owner = '198.51.100.9';
  /** Has as many codes sent as a number of addresses may. */
  async function attack(phoneNumber: string, from: readonly string[]): Promise<void> {
    for (const address of from)
      for (let sent = 0; sent < 6; sent += 1) if (!(await ask(phoneNumber, payment(), address)).ok) break;
  }

  test('at one address leaves two to the owner at another one', async () => {
    const phoneNumber = anyPhone();
    await attack(phoneNumber, addresses(1));
    const replies = [];
    for (let asked = 0; asked < 3; asked += 1) replies.push(await ask(phoneNumber, payment(), owner));
    expect(codes(replies)).toEqual(['sent', 'sent', 'otp_budget_spent']);
  });

  test('at any number of addresses leaves five to the address at which the phone has proved itself', async () => {
    const [phoneNumber, paid] = [anyPhone(), payment()];
    const { otpId } = accepted(await ask(phoneNumber, paid, owner));
    const otp = await world.code(phoneNumber);
    accepted(await verify(paid.merchantId, otpId, otp, { caller: world.caller({ address: owner }) }));
    await attack(phoneNumber, addresses(9));
    expect(codes([await ask(phoneNumber, payment(), '198.51.100.10')])).toEqual(['otp_budget_spent']);
    const replies = [];
    for (let asked = 0; asked < 5; asked += 1) replies.push(await ask(phoneNumber, payment(), owner));
    expect(codes(replies)).toEqual([...Array<string>(4).fill('sent'), 'otp_budget_spent']);
    await world.rows(`UPDATE otp_proof SET at = at - interval '30 days'`);
    expect(codes([await ask(phoneNumber, payment(), owner)])).toEqual(['otp_budget_spent']);
  });
});

test('a number whose operator is unknown gets a code when the guest names the operator', async () => {
  const phoneNumber = '+237660000001';
  expect(codes([await ask(phoneNumber)])).toEqual(['operator_unknown']);
  const named = (phone: string) => {
    const { intentionId, merchantId } = payment();
    return init(phone, intentionId, { merchantId, operator: 'orange_money' });
  };
  expect(codes([await named(phoneNumber), await named('+33612345678')])).toEqual(['sent', 'operator_unknown']);
});

test.each([
  ['a payment that was made for a user', { userId: newId('user') }, anyPhone(), 'guest_not_allowed'],
  ['a number of no operator', {}, '+237610000001', 'operator_unknown'],
  ['a number off the list of prefixes', {}, '+237690000001', 'phone_invalid'],
  ['a currency that its operator does not collect', { currency: 'XOF' }, anyPhone(), 'payment_method_unavailable'],
  ['a payment that is over', { status: 'COMPLETED' }, anyPhone(), 'intent_unexpected_state'],
] as const)('[4.16] for %s no code is sent', async (_, facts, phoneNumber, code) => {
  expect(codes([await ask(phoneNumber, payment(facts))])).toEqual([code]);
  expect(world.provider.to(phoneNumber)).toEqual([]);
});
