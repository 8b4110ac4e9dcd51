import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { AwaitChargeCommand, BeginChargeCommand, Charge } from '@paygate/contracts';
import { accept, awaitCharge, beginCharge, otpTokenKind, refuse, userTokenKind } from '@paygate/contracts';
import { newId, parseKeyring, Sealer, TokenIssuer, uuidV7 } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles, userTokenKeyRows } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { chargeOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const publishable = newApiKey({ type: 'publishable' });
const { merchantId } = publishable.row;
const signing = { kid: 'k1', ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };
const userId = newId('user');
const intentionId = newId('intent');

interface Minting {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly kind?: { readonly typ: string; readonly issuer: string; readonly audience: string };
  readonly key?: typeof signing;
  readonly ageSeconds?: number;
}
function mint({ claims = {}, kind = userTokenKind, key = signing, ageSeconds = 0 }: Minting = {}): string {
  const now = () => new Date(Date.now() - ageSeconds * 1_000);
  const all = { sub: userId, azp: merchantId, mode: 'test', jti: uuidV7(), lifetimeSeconds: 300, ...claims };
  return new TokenIssuer({ ...kind, now }).sign(all, key);
}
const otpToken = mint({ kind: otpTokenKind });

function publish(key: typeof signing, more: { readonly notAfter?: string; readonly notBefore?: string } = {}): void {
  const publicJwk = JSON.stringify({ ...key.publicKey.export({ format: 'jwk' }), d: 'never' });
  const row = { kid: key.kid, version: 1, publicJwk, notBefore: '2026-01-01T00:00:00.000Z', notAfter: null, ...more };
  userTokenKeyRows.put(key.kid, row);
}

beforeAll(async () => {
  apiKeyRows.put(publishable.row.apiKeyId, publishable.row);
  publish(signing);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(beginCharge, ({ intentId }) => accept(chargeOf(intentId)));
});

const charge = (headers: Record<string, string>, body: unknown = { intentionId }) =>
  gateway.ask({ method: 'POST', path: '/payment/charge', headers: { 'x-api-key': publishable.key, ...headers }, body });
const beside = (userToken: string, otp = otpToken) =>
  charge({ authorization: `Bearer ${userToken}`, 'x-otp-token': otp });

describe('charging', () => {
  test('[2.8] with the token of a one-time password is accepted, and shows the token to intents alone', async () => {
    const answer = await charge({ authorization: `Bearer ${otpToken}` });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({
      object: 'charge',
      intentionId,
      status: 'PROCESSING',
      amount: '5000',
      currency: 'XAF',
    });
    expect(Object.keys(answer.body)).toEqual([
      'id',
      'object',
      'intentionId',
      'status',
      'amount',
      'currency',
      'createdAt',
    ]);
    const command = busDouble.sent[0]?.payload as BeginChargeCommand;
    expect(command).toMatchObject({ intentId: intentionId, merchantId, mode: 'test' });
    expect(JSON.stringify(command)).not.toContain(otpToken.split('.')[2]);
    const intents = new Sealer('intents', parseKeyring(keys.SEAL_KEYS));
    expect(intents.open(command.otpToken, 'begin-charge.otp-token')).toBe(otpToken);
  });

  test('takes the token in x-otp-token alone', async () => {
    expect((await charge({ 'x-otp-token': otpToken })).status).toBe(202);
  });

  test('again with the same token is marked as a replay', async () => {
    busDouble.on(beginCharge, ({ intentId }) => ({ ...accept(chargeOf(intentId)), replayed: true }));
    expect((await charge({ authorization: `Bearer ${otpToken}` })).headers['idempotency-replayed']).toBe('true');
  });

  test('validates an idempotency key and does not use it', async () => {
    const authorization = `Bearer ${otpToken}`;
    expect((await charge({ authorization, 'idempotency-key': 'order 1042' })).status).toBe(202);
    expect(busDouble.sent[0]?.payload).not.toHaveProperty('idempotency');
    expect((await charge({ authorization, 'idempotency-key': '' })).body).toMatchObject({
      ...{ status: 400, code: 'idempotency_key_invalid' },
    });
  });

  test('passes the payment method on', async () => {
    await charge({ authorization: `Bearer ${otpToken}` }, { intentionId, paymentMethod: { type: 'wallet' } });
    expect(busDouble.sent[0]?.payload).toMatchObject({ paymentMethod: { type: 'wallet' } });
    const wrong = await charge(
      { authorization: `Bearer ${otpToken}` },
      { intentionId, paymentMethod: { type: 'cash' } },
    );
    expect(wrong.body).toMatchObject({ code: 'parameter_invalid', param: 'paymentMethod.type' });
  });

  test('without a token, or with a malformed one, is refused', async () => {
    expect((await charge({})).body).toMatchObject({ status: 401, code: 'token_missing' });
    for (const authorization of ['Bearer hello', 'Bearer a.b', `Bearer ${otpToken}.x`])
      expect((await charge({ authorization })).body).toMatchObject({
        status: 401,
        code: 'token_invalid',
        detail: expect.stringContaining('verified one-time password'),
      });
    for (const [authorization, sentence] of [
      ['Basic YTpi', 'does not begin with Bearer'],
      ['Bearer', 'nothing after Bearer'],
      [otpToken, 'does not begin with Bearer'],
    ] as const)
      expect((await charge({ authorization })).body).toMatchObject({
        ...{ status: 401, code: 'token_missing', detail: expect.stringContaining(sentence) },
      });
    expect(busDouble.sent).toEqual([]);
  });

  test('[1.39] with a token that intents refuses is answered with the kind that was expected', async () => {
    busDouble.on(beginCharge, () => refuse('token_invalid'));
    expect((await charge({ authorization: `Bearer ${otpToken}` })).body).toMatchObject({
      code: 'token_invalid',
      detail: expect.stringContaining('verified one-time password'),
    });
  });

  test.each([
    ['intent_already_charged', 409],
    ['otp_token_used', 409],
    ['intent_expired', 410],
    ['token_expired', 401],
    ['operator_unknown', 400],
    ['payer_phone_not_allowed', 403],
    ['payment_method_unavailable', 409],
    ['prompt_limit_reached', 429],
  ] as const)('that is refused with %s is a %i', async (code, status) => {
    busDouble.on(beginCharge, () => refuse(code));
    expect((await charge({ authorization: `Bearer ${otpToken}` })).body).toMatchObject({ code, status });
  });
});

describe('waiting for the outcome of a charge', () => {
  const failure = { code: 'insufficient_funds', message: 'Not enough', nextStep: 'other_method' } as const;
  const outcome = (change: Partial<Charge>) => Object.assign(chargeOf(intentionId), change);
  const chargeAndWait = (prefer: string) => charge({ authorization: `Bearer ${otpToken}`, prefer });

  test('[2.8] answers a success that comes in time with 200', async () => {
    busDouble.on(awaitCharge, () => accept(outcome({ status: 'COMPLETED' })));
    const answer = await chargeAndWait('wait=2');
    expect(answer.status).toBe(200);
    expect(answer.headers['preference-applied']).toBe('wait');
    expect(answer.body).toMatchObject({ intentionId, status: 'COMPLETED' });
    const [, wait] = busDouble.sent;
    expect(wait?.payload).toMatchObject({ intentId: intentionId, merchantId, mode: 'test' });
    const { waitMs } = wait?.payload as AwaitChargeCommand;
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(2_000);
  });

  test('[2.8] answers a decline that comes in time with 200 and its reason', async () => {
    busDouble.on(awaitCharge, () => accept(outcome({ status: 'FAILED', failure })));
    const answer = await chargeAndWait('wait=5');
    expect(answer).toMatchObject({ status: 200, body: { status: 'FAILED', failure } });
  });

  test('waits for no outcome that is known', async () => {
    busDouble.on(beginCharge, () => ({ ...accept(outcome({ status: 'COMPLETED' })), replayed: true }));
    const answer = await chargeAndWait('wait=5');
    expect(answer).toMatchObject({ status: 200, body: { status: 'COMPLETED' } });
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(busDouble.sent).toHaveLength(1);
    expect((await charge({ authorization: `Bearer ${otpToken}` })).status).toBe(202);
  });

  test.each([
    ['the outcome does not come', () => accept(outcome({}))],
    ['nobody can say', () => refuse('upstream_timeout')],
    ['the way there is closed', () => refuse('service_unavailable')],
  ])('answers 202 when %s: the charge has begun', async (_, reply) => {
    busDouble.on(awaitCharge, reply);
    const answer = await chargeAndWait('wait=5');
    expect(answer).toMatchObject({ status: 202, body: { status: 'PROCESSING' } });
    expect(answer.headers['preference-applied']).toBeUndefined();
  });

  test('needs the preference', async () => {
    for (const prefer of ['wait=0', 'respond-async', 'wait=soon'])
      expect(await chargeAndWait(prefer)).toMatchObject({ status: 202, body: { status: 'PROCESSING' } });
    expect(busDouble.sent.map(({ name }) => name)).toEqual(['begin-charge', 'begin-charge', 'begin-charge']);
  });
});

describe('[1.23] charging beside a user token', () => {
  const foreign = { kid: 'k-foreign', ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };
  const hmac = (header: object, payload: object) =>
    `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.${'a'.repeat(43)}`;

  test('[1.23] of the same user is accepted', async () => {
    expect((await beside(mint())).status).toBe(202);
  });

  test.each<[string, string, string]>([
    ['of another user', mint({ claims: { sub: newId('user') } }), 'token_invalid'],
    ['obtained by another merchant', mint({ claims: { azp: newId('merchant') } }), 'token_invalid'],
    ['of the other mode', mint({ claims: { mode: 'live' } }), 'token_invalid'],
    ['of no mode', mint({ claims: { mode: undefined } }), 'token_invalid'],
    ['of nobody', mint({ claims: { sub: undefined } }), 'token_invalid'],
    ['without an id', mint({ claims: { jti: undefined } }), 'token_invalid'],
    ['that has expired', mint({ ageSeconds: 301 }), 'token_expired'],
    ['that is not valid yet', mint({ ageSeconds: -60 }), 'token_invalid'],
    ['of another kind', mint({ kind: otpTokenKind }), 'token_invalid'],
    ['of another issuer', mint({ kind: { ...userTokenKind, issuer: 'else' } }), 'token_invalid'],
    ['for another audience', mint({ kind: { ...userTokenKind, audience: 'else' } }), 'token_invalid'],
    ['signed by a foreign key', mint({ key: { ...foreign, kid: signing.kid } }), 'token_invalid'],
    ['under a key nobody knows', mint({ key: foreign }), 'token_invalid'],
    ['that says alg none', hmac({ alg: 'none', typ: 'at+jwt', kid: 'k1' }, { sub: userId }), 'token_invalid'],
    ['that says HS256', hmac({ alg: 'HS256', typ: 'at+jwt', kid: 'k1' }, { sub: userId }), 'token_invalid'],
    ['that is none', 'hello', 'token_invalid'],
  ])('%s is refused', async (_name, token, code) => {
    const { body } = await beside(token);
    expect(body).toMatchObject({ status: 401, code });
    // so that a client distinguishes it from a fault of the OTP token
    if (!String(body['detail']).includes('one-time')) expect(body['param']).toBe('authorization');
    if (code === 'token_invalid') expect(body['detail']).toMatch(/^A (user token|token of a verified) /);
    expect(busDouble.sent).toEqual([]);
  });

  test('waits a moment for a key that was just published', async () => {
    const fresh = { kid: 'k-fresh', ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) };
    const answer = beside(mint({ key: fresh }));
    setTimeout(() => {
      publish(fresh);
    }, 100);
    expect((await answer).status).toBe(202);
  });

  test('under a key that is withdrawn, or not in force yet, is refused', async () => {
    const old = { ...foreign, kid: 'k-old' };
    publish(old, { notAfter: '2026-01-02T00:00:00.000Z' });
    const young = { ...foreign, kid: 'k-young' };
    publish(young, { notBefore: '2199-01-01T00:00:00.000Z' });
    for (const key of [old, young]) expect((await beside(mint({ key }))).body).toMatchObject({ code: 'token_invalid' });
  });

  test('needs a key table that is up to date', async () => {
    userTokenKeyRows.isFresh = false;
    const answer = await beside(mint());
    userTokenKeyRows.isFresh = true;
    expect(answer.status).toBe(503);
  });

  test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer a b', 'bearer\ta.b.c', 'aaaa.bbbb.cccc', ','])(
    'that is written as %j is refused, and not passed over',
    async (authorization) => {
      const { status, body } = await charge({ authorization, 'x-otp-token': otpToken });
      expect({ status, code: body['code'] }).toEqual({ status: 401, code: 'token_invalid' });
      expect(busDouble.sent).toEqual([]);
    },
  );

  test('comes after the API key, so that a request without one causes no signature check', async () => {
    expect(
      (await charge({ 'x-api-key': newApiKey().key, authorization: 'Bearer a.b.c', 'x-otp-token': otpToken })).body,
    ).toMatchObject({
      code: 'api_key_invalid',
    });
  });
});

test('[1.18][2.10] the keys are published without their private part, and those that are over are not', async () => {
  publish({ ...signing, kid: 'k-over' }, { notAfter: '2026-01-02T00:00:00.000Z' });
  const answer = await gateway.ask({ path: '/.well-known/jwks.json' });
  expect(answer.status).toBe(200);
  expect(answer.text).not.toContain('never');
  const { keys: published } = answer.body as { keys: { kid: string }[] };
  expect(published.find(({ kid }) => kid === 'k1')).toMatchObject({
    kty: 'EC',
    crv: 'P-256',
    alg: 'ES256',
    use: 'sig',
  });
  expect(published.map(({ kid }) => kid)).not.toContain('k-over');
});
