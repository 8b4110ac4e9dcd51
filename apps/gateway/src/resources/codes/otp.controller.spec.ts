import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Principal } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  initOtp,
  InitOtpCommand,
  refuse,
  userTokenContactContext,
  VerifyOtpCommand,
  verifyOtp,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { SessionTokens } from '../../credentials/tokens/session-tokens.js';
import { canonicalJson } from '../../requests/canonical-json.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';
import { UserTokens } from '../../test/fixtures/user-tokens.js';

let gateway: GatewayUnderTest;
const { key, row } = newApiKey({ type: 'publishable', merchantName: 'Chez Ada' });
const secret = newApiKey({ merchantId: row.merchantId });
const live = newApiKey({ type: 'publishable', merchantId: row.merchantId, mode: 'live' });
const sealer = (service: Principal) => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const expiresAt = '2026-11-20T10:15:00.000Z';
const userId = newId('user');

beforeAll(async () => {
  for (const known of [row, secret.row, live.row]) apiKeyRows.put(known.apiKeyId, known);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': key, ...headers }, body });
const sent = () => busDouble.sent[0]?.payload;

describe('requesting a code', () => {
  const initiated = {
    ...{ otpId: newId('otpChallenge'), userId, channel: 'sms' as const, destination: '********01' },
    codeLength: 6,
    expiresAt,
    resendAvailableAt: expiresAt,
    sendsRemaining: 4,
  };
  beforeEach(() => {
    busDouble.on(initOtp, () => accept(initiated));
  });

  test('[2.7][2.11] accepts a user and a channel, and no other field', async () => {
    const answer = await post('/auth/otp/init', { userId, channel: 'sms' });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual(initiated);
    const command = sent() as InitOtpCommand;
    expect(command).toEqual({
      merchantId: row.merchantId,
      mode: 'test',
      caller: { apiKeyId: row.apiKeyId, signedIn: false, credential: 'publishable', address: expect.any(String) },
      merchantName: 'Chez Ada',
      userId,
      channel: 'sms',
      idempotency: { keyHash: expect.any(String), bodyHash: expect.any(String), contentHash: expect.any(String) },
    });
    expect(compileChecker(InitOtpCommand)(command)).toEqual([]);
    expect(sealer('otp').open(command.caller.address as never, 'otp.address')).toBe('127.0.0.1');
  });

  test('gives each request without a key one of its own, so that a redelivered command gets the first answer', async () => {
    const keys = new Set<string | undefined>();
    for (let request = 0; request < 2; request += 1) {
      await post('/auth/otp/init', { userId, channel: 'sms' });
      keys.add((sent() as InitOtpCommand).idempotency?.keyHash);
      busDouble.sent.length = 0;
    }
    expect([keys.size, keys.has(undefined)]).toEqual([2, false]);
  });

  test('binds it to the payment that is named, or to that of the session', async () => {
    const intentionId = newId('intent');
    await post('/auth/otp/init', { userId, channel: 'sms', intentionId, otpId: initiated.otpId });
    expect(sent()).toMatchObject({ intentionId, otpId: initiated.otpId, caller: { credential: 'publishable' } });
    const session = { 'x-session-token': gateway.get(SessionTokens).mintBare(intentionId) };
    for (const body of [
      { userId, channel: 'sms' },
      { userId, channel: 'sms', intentionId },
      { userId, channel: 'sms', intentionId: null },
    ]) {
      busDouble.sent.length = 0;
      await post('/auth/otp/init', body, session);
      expect(sent()).toMatchObject({ intentionId, caller: { credential: 'session' } });
    }
    const foreign = await post('/auth/otp/init', { userId, channel: 'sms', intentionId: newId('intent') }, session);
    expect(foreign.body).toMatchObject({ code: 'session_token_invalid' });
    expect((await post('/auth/otp/init', { userId, channel: 'sms' }, { 'x-session-token': 'x' })).status).toBe(401);
  });

  test('[4.21] carries the terms of the payment of the session, for its merchant in its mode alone', async () => {
    const order = { amount: '7500', currency: 'XAF', metadata: '{}', userId } as const;
    const termsOf = async (owner: { readonly merchantId: string; readonly mode: 'test' | 'live' }, apiKey = key) => {
      busDouble.sent.length = 0;
      const token = gateway.get(SessionTokens).mint(intentOf({ ...order, intentId: newId('intent'), ...owner }));
      const headers = { 'x-api-key': apiKey, 'x-session-token': token };
      expect((await post('/auth/otp/init', { userId, channel: 'sms' }, headers)).status).toBe(202);
      expect(compileChecker(InitOtpCommand)(sent() as InitOtpCommand)).toEqual([]);
      return (sent() as InitOtpCommand).terms;
    };
    const { merchantId } = row;
    const terms = { amount: '7500', currency: 'XAF', userId, expiresAt: '2026-11-20T10:30:00.000Z' };
    expect(await termsOf({ merchantId, mode: 'test' })).toEqual(terms);
    expect(await termsOf({ merchantId, mode: 'test' }, secret.key)).toEqual(terms);
    expect(await termsOf({ merchantId, mode: 'live' })).toBeUndefined();
    expect(await termsOf({ merchantId, mode: 'test' }, live.key)).toBeUndefined();
    expect(await termsOf({ merchantId: newId('merchant'), mode: 'test' })).toBeUndefined();
    const bare = { 'x-session-token': gateway.get(SessionTokens).mintBare(newId('intent')) };
    busDouble.sent.length = 0;
    await post('/auth/otp/init', { userId, channel: 'sms' }, bare);
    expect(sent()).not.toHaveProperty('terms');
  });

  test('by a merchant’s server is counted for its key only', async () => {
    await post('/auth/otp/init', { userId, channel: 'sms' }, { 'x-api-key': secret.key });
    expect((sent() as InitOtpCommand).caller).toEqual({
      ...{ apiKeyId: secret.row.apiKeyId, signedIn: false, credential: 'secret' },
    });
  });

  test('passes on the preferred language of the reader', async () => {
    await post('/auth/otp/init', { userId, channel: 'sms' }, { 'accept-language': 'en-GB, fr;q=0.8' });
    expect(sent()).toMatchObject({ language: 'en' });
  });

  test.each(['fax', 'SMS', 1, null, ['sms']])('refuses the channel %j', async (channel) => {
    expect((await post('/auth/otp/init', { userId, channel })).body).toMatchObject({ code: 'channel_unsupported' });
  });
});

describe('a signed-in user', () => {
  const tokens = new UserTokens({ sub: userId, azp: row.merchantId });
  const token = tokens.mint.bind(tokens);
  const asked = [
    ['/auth/otp/init', { userId, channel: 'sms' }],
    ['/auth/otp/verify', { userId, otp: '042917' }],
  ] as const;

  test.each(asked)('is marked for otp (%s)', async (path, body) => {
    await post(path, body, { authorization: `Bearer ${token()}` });
    expect(sent()).toMatchObject({ caller: { signedIn: true } });
    busDouble.sent.length = 0;
    await post(path, body);
    expect(sent()).toMatchObject({ caller: { signedIn: false } });
  });

  test.each(asked)('has the addresses of its token passed on to otp (%s)', async (path, body) => {
    const contact = sealer('auth').seal('otp', '{}', userTokenContactContext('test', userId));
    await post(path, body, { authorization: `Bearer ${token({ contact })}` });
    expect(sent()).toMatchObject({ contact });
  });

  test.each(asked)(
    'is nobody with a token of another user, merchant or mode, or with none at all (%s)',
    async (path, body) => {
      const tokens = [
        token({ sub: newId('user') }),
        token({ azp: newId('merchant') }),
        token({ mode: 'live' }),
        `${token()}x`,
        'hello',
      ];
      for (const each of tokens)
        expect((await post(path, body, { authorization: `Bearer ${each}` })).body).toMatchObject({
          code: 'token_invalid',
          detail: expect.stringContaining('A user token is expected'),
        });
      const old = await post(path, body, { authorization: `Bearer ${token({}, 1_000)}` });
      expect(old.body).toMatchObject({ status: 401, code: 'token_expired' });
      expect(busDouble.sent).toEqual([]);
    },
  );

  test.each(asked)('is the next step when a budget is spent (%s)', async (path, body) => {
    const fields = { retryAfter: 61, nextStep: 'reauthentication_required' };
    for (const command of [initOtp, verifyOtp] as const)
      busDouble.on<object, object>(command as never, () => refuse('otp_budget_spent', { fields }));
    const answer = await post(path, body);
    expect(answer.body).toMatchObject({ status: 429, code: 'otp_budget_spent', ...fields });
    expect(answer.headers['retry-after']).toBe('61');
  });
});

describe('an idempotency key', () => {
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  const key = { 'idempotency-key': 'a key that nobody guesses' };

  test('goes to otp as digests, that of the body sealed, and a replay is marked', async () => {
    const body = JSON.stringify({ userId, otp: '042917' });
    const verified = { token: sealer('otp').seal('gateway', 'the.otp.token', 'verify-otp.token'), expiresAt };
    busDouble.on(verifyOtp, () => ({ ...accept(verified), replayed: true }));
    const answer = await post('/auth/otp/verify', body, key);
    expect(answer.headers['idempotency-replayed']).toBe('true');
    const { idempotency } = sent() as VerifyOtpCommand;
    expect(idempotency?.keyHash).toBe(hash(key['idempotency-key']));
    expect(sealer('otp').open(idempotency?.bodyHash as never, 'otp.body-hash')).toBe(hash(body));
    const content = hash(canonicalJson(body));
    expect(sealer('otp').open(idempotency?.contentHash as never, 'otp.body-hash')).toBe(content);
    expect(compileChecker(VerifyOtpCommand)(sent())).toEqual([]);
  });

  test.each([
    ['/auth/otp/init', { userId, channel: 'sms' }],
    ['/auth/otp/verify', { userId, otp: '042917' }],
  ])('of the wrong form, or used with another body, is refused (%s)', async (path, body) => {
    expect((await post(path, body, { 'idempotency-key': 'é'.repeat(256) })).body).toMatchObject({
      code: 'idempotency_key_invalid',
    });
    for (const [code, status] of [
      ['idempotency_key_reused', 422],
      ['idempotency_key_in_use', 409],
    ] as const) {
      for (const command of [initOtp, verifyOtp]) busDouble.on<object, object>(command as never, () => refuse(code));
      expect((await post(path, body, key)).body).toMatchObject({ code, status });
    }
  });
});

describe('verifying a code', () => {
  beforeEach(() => {
    busDouble.on(verifyOtp, ({ intentionId }) =>
      accept({
        token: sealer('otp').seal('gateway', 'the.otp.token', 'verify-otp.token'),
        expiresAt,
        ...(intentionId === undefined ? {} : { intentionId }),
      }),
    );
  });

  test('[2.7] gives a token, and seals the code for otp', async () => {
    const answer = await post('/auth/otp/verify', { userId, otp: '042917' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ token: 'the.otp.token', tokenType: 'Bearer', expiresAt });
    expect(JSON.stringify(sent())).not.toContain('042917');
    expect(sealer('otp').open((sent() as VerifyOtpCommand).otp, 'verify-otp.otp')).toBe('042917');
  });

  test('names the credential of the caller to otp: key, session token or the merchant’s own', async () => {
    const intentionId = newId('intent');
    const body = { userId, otp: '042917', intentionId };
    const session = { 'x-session-token': gateway.get(SessionTokens).mintBare(intentionId) };
    const seen = async (headers: Record<string, string>) => {
      busDouble.sent.length = 0;
      await post('/auth/otp/verify', body, headers);
      return (sent() as VerifyOtpCommand).caller.credential;
    };
    expect(await seen({})).toBe('publishable');
    expect(await seen(session)).toBe('session');
    expect(await seen({ ...session, 'x-api-key': secret.key })).toBe('secret');
  });

  test('names the payment that the token is bound to', async () => {
    const intentionId = newId('intent');
    const answer = await post('/auth/otp/verify', { userId, otp: '042917', intentionId });
    expect(answer.body).toMatchObject({ intentionId });
  });

  test.each(['', '12a456', '٠٤٢٩١٧', 42917, null, '042917\n'])('refuses the code %j', async (otp) => {
    expect((await post('/auth/otp/verify', { userId, otp })).body).toMatchObject({
      code: 'parameter_invalid',
      param: 'otp',
    });
  });
});
