import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from '@jest/globals';
import type { Answer, CreatedIntent } from '@paygate/testing';
import {
  deliveryOf,
  inboxMessages,
  newCode,
  PaygateHttp,
  readStack,
  StackDatabases,
  stackClient,
} from '@paygate/testing';
import { accepted, otherThan, payersOf } from './paying.js';

const stack = readStack();
const api = stackClient(stack);
const databases = new StackDatabases(stack);
const [user] = payersOf(stack);
afterAll(() => {
  api.close();
  return databases.close();
});

/** A number of MTN whose payer approves, and that no test has used. */
const anyPhone = (): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}01`;
const intent = async (more: object = {}): Promise<CreatedIntent> =>
  accepted(201, await api.createIntent({ amount: '500', currency: 'XAF', ...more }));

interface Proved {
  readonly token: string;
  readonly phoneNumber: string;
}

async function sentCode(paid: CreatedIntent, phoneNumber: string) {
  const seen = await inboxMessages(stack, phoneNumber);
  const sent = await api.initGuestOtp(paid, phoneNumber);
  const { otpId } = accepted(202, sent);
  return { otpId, otp: await newCode(stack, phoneNumber, seen), answer: sent.body as Record<string, unknown> };
}

async function prove(paid: CreatedIntent, phoneNumber = anyPhone()): Promise<Proved> {
  const { otpId, otp } = await sentCode(paid, phoneNumber);
  const { token } = accepted(200, await api.verifyGuestOtp(otpId, otp, { intentionId: paid.id }));
  return { token, phoneNumber };
}

/** The parts of a refusal. */
const refusal = ({ status, body }: Answer<unknown>) => [status, (body as { code?: string }).code];
const shapeOf = ({ status, headers, body }: Answer<unknown>) => ({
  ...{ status, fields: Object.keys(body as object) },
  headers: Object.keys(headers).sort(),
});

describe('a guest', () => {
  test('[4.15] pays 500 F by mobile money with a phone number, the code that arrived on it, and the approval on the phone', async () => {
    const paid = await intent();
    const phoneNumber = anyPhone();
    const { otpId, otp, answer } = await sentCode(paid, phoneNumber);
    expect(answer).toMatchObject({ channel: 'sms', destination: '********01', codeLength: 6 });
    expect(answer).not.toHaveProperty('userId');
    const verified = accepted(200, await api.verifyGuestOtp(otpId, otp, { intentionId: paid.id }));
    expect(verified).toMatchObject({ intentionId: paid.id });
    // the number is in no token that a browser holds
    expect(Buffer.from(verified.token.split('.')[1] ?? '', 'base64url').toString()).not.toContain(phoneNumber.slice(4));
    accepted(202, await api.chargeByMobileMoney(paid.id, verified.token));
    const { rawBody } = await deliveryOf(stack, paid.id, 'payment.completed');
    const payer = { phoneMasked: '********01', operator: 'mtn_momo' };
    expect(JSON.parse(rawBody)).toMatchObject({ data: { paymentIntent: { userId: null, amount: '500', payer } } });
    expect((await api.retrieveIntent(paid.sessionToken)).body).toMatchObject({ status: 'COMPLETED', payer });
  });

  test('[4.15] charges no wallet, and the refusals leave the token to its phone', async () => {
    const paid = await intent();
    const { token } = await prove(paid);
    const { token: userToken } = accepted(200, await api.signIn(user?.phoneNumber ?? '', user?.password ?? ''));
    const byWallet = (headers: Readonly<Record<string, string>>): Promise<Answer<unknown>> =>
      api.request({
        ...{ method: 'POST', path: '/payment/charge' },
        headers: { 'x-api-key': stack.merchant.publishableKey, ...headers },
        body: { intentionId: paid.id, paymentMethod: { type: 'wallet' } },
      });
    expect((await byWallet({ authorization: `Bearer ${token}` })).body).toMatchObject({
      ...{ code: 'token_missing', param: 'authorization' },
    });
    const headers = { authorization: `Bearer ${userToken}`, 'x-otp-token': token };
    expect(refusal(await byWallet(headers))).toEqual([401, 'token_invalid']);
    accepted(202, await api.chargeByMobileMoney(paid.id, token));
  });

  test('pays by mobile money also when the charge names no method', async () => {
    const paid = await intent();
    const { token } = await prove(paid);
    accepted(202, await api.charge(paid.id, token));
    await deliveryOf(stack, paid.id, 'payment.completed');
  });

  test('[4.15] pays no other payment', async () => {
    const [paid, other] = [await intent(), await intent()];
    const { token } = await prove(paid);
    expect(refusal(await api.chargeByMobileMoney(other.id, token))).toEqual([401, 'token_invalid']);
    accepted(202, await api.chargeByMobileMoney(paid.id, token));
  });

  test('[4.15] has no other phone asked, although this merchant lets users pay from any', async () => {
    const paid = await intent();
    const { token, phoneNumber } = await prove(paid);
    const other = await api.chargeByMobileMoney(paid.id, token, { phoneNumber: anyPhone() });
    expect(refusal(other)).toEqual([403, 'payer_phone_not_allowed']);
    accepted(202, await api.chargeByMobileMoney(paid.id, token, { phoneNumber }));
  });

  test('[4.15] cannot put the phone of another token into its own', async () => {
    const [paid, other] = [await intent(), await intent()];
    const [own, foreign] = [await prove(paid), await prove(other)];
    const claims = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
    const [head, , signature] = own.token.split('.');
    const forged = { ...claims(own.token), phone: claims(foreign.token)['phone'] };
    const payload = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const tampered = [head, payload, signature].join('.');
    expect(refusal(await api.chargeByMobileMoney(paid.id, tampered))).toEqual([401, 'token_invalid']);
    accepted(202, await api.chargeByMobileMoney(paid.id, own.token));
  });

  test('[4.15] pays once: the same charge is a replay, and no further code is sent', async () => {
    const paid = await intent();
    const { token, phoneNumber } = await prove(paid);
    const first = accepted(202, await api.chargeByMobileMoney(paid.id, token));
    const again = await api.chargeByMobileMoney(paid.id, token);
    expect([again.body.id, again.headers['idempotency-replayed']]).toEqual([first.id, 'true']);
    expect(refusal(await api.initGuestOtp(paid, phoneNumber))).toEqual([409, 'intent_unexpected_state']);
  });
});

describe('a code of a guest', () => {
  test('is compared five times at most', async () => {
    const paid = await intent();
    const { otpId, otp } = await sentCode(paid, anyPhone());
    for (let check = 0; check < 5; check += 1)
      expect(refusal(await api.verifyGuestOtp(otpId, otherThan(otp)))).toEqual([401, 'otp_invalid']);
    expect(refusal(await api.verifyGuestOtp(otpId, otp))).toEqual([401, 'otp_invalid']);
    const other = await sentCode(paid, anyPhone());
    expect(refusal(await api.verifyGuestOtp(other.otpId, otherThan(other.otp)))).toEqual([401, 'otp_invalid']);
    accepted(200, await api.verifyGuestOtp(other.otpId, other.otp));
  });

  test('[4.17] goes to three phones for one payment', async () => {
    const paid = await intent();
    for (let phone = 0; phone < 3; phone += 1) accepted(202, await api.initGuestOtp(paid, anyPhone()));
    const fourth = anyPhone();
    expect(refusal(await api.initGuestOtp(paid, fourth))).toEqual([403, 'guest_not_allowed']);
    expect(await inboxMessages(stack, fourth)).toEqual([]);
    accepted(202, await api.initGuestOtp(await intent(), fourth));
  });

  test('[4.18] is answered alike for a phone with an account and for one without', async () => {
    const answers = [];
    for (const phoneNumber of [user?.phoneNumber ?? '', anyPhone()]) {
      const paid = await intent();
      const { otpId, otp } = await sentCode(paid, phoneNumber);
      const sent = await api.initGuestOtp(await intent(), phoneNumber);
      const wrong = await api.verifyGuestOtp(otpId, otherThan(otp));
      const right = await api.verifyGuestOtp(otpId, otp);
      answers.push([sent, wrong, right].map(shapeOf));
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(({ status }) => status)).toEqual([202, 401, 200]);
  });

  test('[4.17] cannot be asked for without end from one address', async () => {
    const paid = await intent();
    accepted(202, await api.initGuestOtp(paid, anyPhone()));
    accepted(200, await api.request({ ...asMerchant, method: 'POST', path: `/gateway/${paid.id}/cancel` }));
    const from = (localAddress: string): PaygateHttp => {
      const ca = readFileSync(stack.gateway.ca, 'utf8');
      return new PaygateHttp({ baseUrl: stack.gateway.url, ca, localAddress, ...stack.merchant });
    };
    const [flooding, other] = [from('127.9.0.1'), from('127.9.0.2')];
    const sources = await databases.query<{ source: string }>('otp', 'SELECT source FROM otp_source_use');
    await flooding.initGuestOtp(paid, anyPhone());
    // this stack allows 3000 in 10 minutes, because all its customers share an address: all but the last have been sent
    await databases.query('otp', 'UPDATE otp_source_use SET used = 2900 WHERE NOT source = ANY ($1)', [
      sources.map(({ source }) => source),
    ]);
    // those of before count for less as time passes
    const seen = new Set<unknown>();
    for (let round = 0; round < 20 && !seen.has('rate_limited'); round += 1) {
      const answers = await Promise.all(Array.from({ length: 30 }, () => flooding.initGuestOtp(paid, anyPhone())));
      for (const answer of answers) seen.add(refusal(answer)[1]);
    }
    expect(seen).toEqual(new Set(['intent_unexpected_state', 'rate_limited']));
    expect(refusal(await other.initGuestOtp(paid, anyPhone()))).toEqual([409, 'intent_unexpected_state']);
    flooding.close();
    other.close();
  });
});

const asMerchant = { headers: { authorization: `Bearer ${stack.merchant.secretKey}` } };

describe('no code is sent', () => {
  test.each([
    [
      '[4.16] a payment that was made for a user',
      () => intent({ userId: user?.id }),
      anyPhone(),
      [403, 'guest_not_allowed'],
    ],
    ['a number of no operator', intent, '+237222000001', [400, 'operator_unknown']],
    ['a number of another country', intent, '+33612345678', [400, 'operator_unknown']],
    ['a text that is no number', intent, 'mine', [400, 'phone_invalid']],
    [
      'a currency that no operator collects',
      () => intent({ currency: 'XOF' }),
      anyPhone(),
      [409, 'payment_method_unavailable'],
    ],
  ])('for %s', async (_, make, phoneNumber, expected) => {
    expect(refusal(await api.initGuestOtp(await make(), phoneNumber))).toEqual(expected);
  });

  test('[4.16] without the session of the payment, or with that of another', async () => {
    const [paid, other] = [await intent(), await intent()];
    const foreign = await api.initGuestOtp({ ...paid, sessionToken: other.sessionToken }, anyPhone());
    expect(refusal(foreign)).toEqual([401, 'session_token_invalid']);
    const body = { phoneNumber: anyPhone(), channel: 'sms', intentionId: paid.id };
    const headers = { 'x-api-key': stack.merchant.publishableKey };
    const without = await api.request({ method: 'POST', path: '/auth/otp/init', headers, body });
    expect(refusal(without)).toEqual([401, 'session_token_invalid']);
    accepted(202, await api.initGuestOtp(paid, anyPhone()));
  });
});
