import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateIntentCommand } from '@paygate/contracts';
import {
  accept,
  compileChecker,
  createIntent,
  CreateIntentCommand as CreateIntentClass,
  CreatedPaymentIntentView,
  getIntent,
  PaymentIntentView,
  PublicPaymentIntentView,
  refuse,
} from '@paygate/contracts';
import { otherAddresses } from '@paygate/contracts/test';
import { newId, sha256Base64url } from '@paygate/platform';
import { SessionTokens } from '../../../credentials/tokens/session-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const secret = newApiKey({ merchantId });
const publishable = newApiKey({ merchantId, type: 'publishable' });
const live = newApiKey({ merchantId, mode: 'live' });

beforeAll(async () => {
  for (const { row } of [secret, publishable, live]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(createIntent, (command) => accept(intentOf(command)));
});

const create = (body: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path: '/gateway', headers: { 'x-api-key': secret.key, ...headers }, body });
const sentCommand = () => busDouble.sent[0]?.payload as CreateIntentCommand;

describe('creating an intent', () => {
  test('[2.3] gives it back with its session token', async () => {
    const answer = await create({
      amount: '5000',
      currency: 'XAF',
      description: 'Order',
      reference: 'o-1',
      expiresIn: 600,
    });
    expect(answer.status).toBe(201);
    expect(compileChecker(CreatedPaymentIntentView)(answer.body)).toEqual([]);
    const command = sentCommand();
    expect(compileChecker(CreateIntentClass)(command)).toEqual([]);
    expect(command).toMatchObject({
      merchantId,
      mode: 'test',
      actor: secret.row.apiKeyId,
      description: 'Order',
      expiresInSeconds: 600,
      metadata: '{}',
    });
    expect(answer.body).toMatchObject({ id: command.intentId, status: 'PENDING', amount: '5000', currencyExponent: 0 });
    const { amount, currency, mode } = command;
    expect(gateway.get(SessionTokens).read(String(answer.body['sessionToken']))).toEqual({
      intentId: command.intentId,
      payment: { merchantId, mode, amount, currency, userId: null, expiresAt: answer.body['expiresAt'] },
    });
  });

  test('[2.12] passes the request id on', async () => {
    await create({ amount: '5000', currency: 'XAF' }, { 'x-request-id': 'my-request-1' });
    expect(busDouble.sent[0]?.options.requestId).toBe('my-request-1');
  });

  test.each([
    '{"b":1,"a":[ 2,{}],"2":"x","1":null}',
    '{"__proto__":{"a":1},"constructor":2,"toString":"t"}',
    '{"n":1.10e400}',
  ])('returns the metadata %s byte for byte', async (metadata) => {
    const answer = await create(`{"amount":"5000","metadata":${metadata},"currency":"XAF"}`);
    expect(answer.text).toContain(`"metadata":${metadata},`);
    expect(sentCommand().metadata).toBe(metadata);
  });

  test('treats null as absent', async () => {
    const nothing = {
      description: null,
      metadata: null,
      reference: null,
      expiresIn: null,
      userId: null,
      returnUrl: null,
    };
    expect((await create({ amount: '5000', currency: 'XAF', ...nothing })).status).toBe(201);
    expect(Object.keys(sentCommand()).sort()).toEqual([
      'actor',
      'amount',
      'currency',
      'intentId',
      'merchantId',
      'metadata',
      'mode',
    ]);
  });

  test('sends digests of the idempotency key and of the body, and marks a replay', async () => {
    const body = '{"amount":"5000","currency":"XAF"}';
    busDouble.on(createIntent, (command) => ({
      ...accept(intentOf(Object.assign(command, { intentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' }))),
      replayed: true,
    }));
    const answer = await create(body, { 'idempotency-key': 'order 1042' });
    expect(sentCommand().idempotency).toEqual({
      keyHash: sha256Base64url('order 1042'),
      bodyHash: sha256Base64url(body),
      contentHash: sha256Base64url(body),
    });
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(answer.body).toMatchObject({ id: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' });
    expect(String(answer.body['sessionToken'])).toContain('sess_01k8zq4a2nf8rb0v6d7jep5f9x');
  });

  test.each(['', 'x'.repeat(256), 'é', 'a\tb'])('refuses the idempotency key %j', async (key) => {
    expect((await create({ amount: '5000', currency: 'XAF' }, { 'idempotency-key': key })).body).toMatchObject({
      code: 'idempotency_key_invalid',
      status: 400,
    });
  });

  test.each([
    ['currency_unsupported', { currency: 'USD' }],
    ['metadata_invalid', { metadata: [] }],
    ['parameter_invalid', { expiresIn: 1 }],
  ])('refuses with %s what has the wrong form', async (code, field) => {
    const { status, body } = await create({ amount: '5000', currency: 'XAF', ...field });
    expect({ status, code: body['code'] }).toEqual({ status: 400, code });
  });

  test.each(['[]', '[1]', '"{}"', '7', 'true'])('the metadata %s is refused, never stored as {}', async (metadata) => {
    const { status, body } = await create(`{"amount":"5000","currency":"XAF","metadata":${metadata}}`);
    expect([status, body['detail']]).toEqual([400, expect.stringContaining('write (object) []')]);
    expect(busDouble.sent).toEqual([]);
  });

  test.each([
    ['x'.repeat(2_048 - 21), 201, undefined],
    ['x'.repeat(2_049 - 21), 400, 'returnUrl must be a URL of at most 2048 characters.'],
    ['é', 400, 'returnUrl must be a URL of printable ASCII characters.'],
  ])('an address that is too long or has other characters is refused for that', async (end, status, detail) => {
    const answer = await create({ amount: '5000', currency: 'XAF', returnUrl: `https://shop.example/${end}` });
    expect([answer.status, answer.body['detail']]).toEqual([status, detail]);
  });

  test.each([
    ...otherAddresses,
    'http://shop.example/thanks',
    'http://localhost.evil.example/',
    'http://localhost:1@evil.example/',
    'https:shop.example/thanks',
    'https:/shop.example/thanks',
  ])('refuses to send customers back to %s', async (returnUrl) => {
    const { body } = await create({ amount: '5000', currency: 'XAF', returnUrl });
    expect(body).toMatchObject({ code: 'parameter_invalid', param: 'returnUrl', status: 400 });
    expect(busDouble.sent).toEqual([]);
  });

  test('sends customers back to https, and in test mode to the own machine', async () => {
    const local = { amount: '5000', currency: 'XAF', returnUrl: 'http://localhost:5173/thanks' };
    expect((await create(local)).status).toBe(201);
    expect((await create({ ...local, returnUrl: 'https://shop.example/thanks?order=1' })).status).toBe(201);
    expect((await create(local, { 'x-api-key': live.key })).body).toMatchObject({ param: 'returnUrl' });
  });

  test('names all faults, and the exponent of a wrong amount', async () => {
    const answer = await create({ amount: 5000, currency: 'XAF', extra: true });
    expect(answer.body).toMatchObject({
      code: 'amount_invalid',
      param: 'amount',
      currencyExponent: 0,
      errors: [
        { param: 'amount', code: 'amount_invalid' },
        { param: 'extra', code: 'parameter_unknown' },
      ],
    });
  });

  test('[5.2] names the faults of query, headers, body and metadata in one answer, whose code is that of the first', async () => {
    const { body } = await gateway.ask({
      method: 'POST',
      path: '/gateway?verbose=1',
      headers: { 'x-api-key': secret.key, 'idempotency-key': 'é' },
      body: '{"currency":"USD","expiresIn":1,"returnUrl":"http://a.example/","metadata":{"a":1,"a":2},"extra":true}',
    });
    expect(body).toMatchObject({ status: 400, code: 'parameter_unknown', param: 'verbose' });
    expect((body['errors'] as { code: string; param: string }[]).map(({ code, param }) => `${code} ${param}`)).toEqual([
      ...['parameter_unknown verbose', 'idempotency_key_invalid idempotency-key', 'parameter_missing amount'],
      ...['currency_unsupported currency', 'parameter_invalid expiresIn', 'parameter_unknown extra'],
      ...['metadata_invalid metadata', 'parameter_invalid returnUrl'],
    ]);
    expect(busDouble.sent).toEqual([]);
  });

  test('renders a refusal of intents with its fields, as the one fault of the request', async () => {
    const fields = { min: '100', max: '1000000', currencyExponent: 0 };
    const detail = 'amount must be at least 100.';
    busDouble.on(createIntent, () => refuse('amount_too_small', { param: 'amount', detail, fields }));
    const answer = await create({ amount: '1', currency: 'XAF' });
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'amount_too_small',
      param: 'amount',
      errors: [{ param: 'amount', code: 'amount_too_small', detail }],
      retryable: false,
      ...fields,
    });
  });

  test.each([
    ['service_unavailable', 503, '1'],
    ['upstream_timeout', 504, undefined],
    ['idempotency_key_in_use', 409, '1'],
    ['idempotency_key_reused', 422, undefined],
    ['reference_exists', 409, undefined],
    ['internal_error', 500, undefined],
  ] as const)('a reply of %s is a %i', async (code, status, retryAfter) => {
    busDouble.on(createIntent, () => refuse(code));
    const answer = await create({ amount: '5000', currency: 'XAF' });
    expect(answer.body).toMatchObject({ code, status });
    expect(answer.headers['retry-after']).toBe(retryAfter);
  });
});

describe('reading an intent', () => {
  const intent = intentOf({
    ...{ intentId: newId('intent'), merchantId, mode: 'test', amount: '5000', currency: 'XAF' },
    ...{ metadata: '{"canary":1}', reference: 'canary' },
  });
  beforeEach(() => {
    busDouble.on(getIntent, ({ intentId, merchantId: asker, mode }) =>
      intentId === intent.id && asker === merchantId && mode === 'test' ? accept(intent) : refuse('intent_not_found'),
    );
  });

  test('by its id, with a secret key, shows all of it but the session token', async () => {
    const answer = await gateway.ask({ path: `/gateway/${intent.id}`, headers: { 'x-api-key': secret.key } });
    expect(answer.status).toBe(200);
    expect(compileChecker(PaymentIntentView)(answer.body)).toEqual([]);
  });

  const bySession = (key: string) => {
    const token = gateway.get(SessionTokens).mintBare(intent.id);
    return gateway.ask({ path: '/gateway/session', headers: { 'x-api-key': key, 'x-session-token': token } });
  };

  test('by its session, with a publishable key, shows the public view', async () => {
    const answer = await bySession(publishable.key);
    expect(answer.status).toBe(200);
    expect(compileChecker(PublicPaymentIntentView)(answer.body)).toEqual([]);
    expect(answer.text).not.toContain('canary');
  });

  test('by its session, with a secret key, shows the whole intent', async () => {
    const answer = await bySession(secret.key);
    expect(answer.status).toBe(200);
    expect(compileChecker(PaymentIntentView)(answer.body)).toEqual([]);
    expect(answer.text).toContain('canary');
  });

  test('[1.13] of another merchant, of the other mode, missing or malformed is answered alike', async () => {
    const other = newApiKey();
    apiKeyRows.put(other.row.apiKeyId, other.row);
    const ask = (key: string, id: string) =>
      gateway.ask({ path: `/gateway/${id}`, headers: { 'x-api-key': key, 'x-request-id': 'same-for-all' } });
    const answers = [
      await ask(other.key, intent.id),
      await ask(live.key, intent.id),
      await ask(secret.key, newId('intent')),
      await ask(secret.key, 'nonsense'),
      await ask(secret.key, 'pi_%00'),
    ];
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 404, code: 'intent_not_found' });
  });
});
