import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { IntentStatus, SendReceiptCommand } from '@paygate/contracts';
import {
  accept,
  CHECKOUT_KEY_HEADER,
  compileChecker,
  getIntent,
  getMerchantProfile,
  ReceiptAnswer,
  refuse,
  sendReceipt,
  SendReceiptCommand as SendReceipt,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { CheckoutTokens } from '../../credentials/tokens/checkout-tokens.js';
import { ReceiptTokens } from '../../credentials/tokens/receipt-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { checkoutKey, GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const publishable = newApiKey({ type: 'publishable', merchantId });
const [intentId, other] = [newId('intent'), newId('intent')];
const mode = 'test';
const intent = intentOf({ intentId, merchantId, mode, amount: '5000', currency: 'XAF', metadata: '{}' });

beforeAll(async () => {
  for (const { row } of [secret, publishable]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  busDouble.on(sendReceipt, ({ channel }) => accept({ intentId, channel, sendsRemaining: 2 }));
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId)));
  busDouble.on(getIntent, () => accept(Object.assign({}, intent, { status: 'COMPLETED' satisfies IntentStatus })));
});

const send = (headers: Record<string, string> = {}, id = intentId, body: unknown = { channel: 'email' }) =>
  gateway.ask({
    method: 'POST',
    path: `/gateway/${id}/receipt`,
    headers: { 'x-api-key': secret.key, ...headers },
    body,
  });
const sent = () =>
  busDouble.sent.filter(({ name }) => name === 'send-receipt').map(({ payload }) => payload as SendReceiptCommand);
const pageOf = (id: string) => ({
  'x-checkout-token': gateway.get(CheckoutTokens).mint({ intentId: id, merchantId, mode }),
  [CHECKOUT_KEY_HEADER]: checkoutKey,
});
const fromPage = (id: string, headers: Record<string, string> = pageOf(intentId)) =>
  gateway.ask({ method: 'POST', path: `/gateway/${id}/receipt`, headers, body: { channel: 'sms' } });

describe('sending a receipt', () => {
  test('is accepted, with the language and an idempotency key', async () => {
    const answer = await send({ 'accept-language': 'en-GB', 'idempotency-key': 'receipt 7' });
    expect(answer.status).toBe(202);
    expect(compileChecker(ReceiptAnswer)(answer.body)).toEqual([]);
    expect(answer.body).toEqual({ object: 'receipt', intentionId: intentId, channel: 'email', sendsRemaining: 2 });
    const [command] = sent();
    expect(compileChecker(SendReceipt)(command)).toEqual([]);
    expect(command).toMatchObject({ intentId, merchantId, mode, channel: 'email', language: 'en' });
  });

  test('without a key is one effect too when the bus delivers it twice, and with a key belongs to payment and body', async () => {
    await send();
    await send();
    const key = { 'idempotency-key': 'receipt 7' };
    await send(key);
    await send(key);
    await send(key, intentId, { channel: 'sms' });
    const digests = sent().map(({ idempotency }) => `${idempotency.keyHash} ${idempotency.bodyHash}`);
    expect(digests[2]).toBe(digests[3]);
    expect(new Set(digests).size).toBe(4);
  });

  test('goes to an address that the payer types, which is sealed', async () => {
    expect((await send({}, intentId, { channel: 'email', email: 'me@shop.example' })).status).toBe(202);
    const [command] = sent();
    expect(compileChecker(SendReceipt)(command)).toEqual([]);
    const otp = new Sealer('otp', parseKeyring(keys.SEAL_KEYS));
    expect(otp.open(command?.email as never, 'send-receipt.email')).toBe('me@shop.example');
  });

  test('[3.23] has the address that proves it, sealed for otp', async () => {
    await send();
    const [command] = sent();
    const otp = new Sealer('otp', parseKeyring(keys.SEAL_KEYS));
    const token = gateway.get(ReceiptTokens).mint({ intentId, merchantId, mode });
    expect(otp.open(command?.url as never, 'send-receipt.url')).toBe(`https://pay.example/checkout/${token}`);
    expect(JSON.stringify(command)).not.toContain('rcp_');
  });

  test('marks a replay', async () => {
    busDouble.on(sendReceipt, ({ channel }) => ({
      ...accept({ intentId, channel, sendsRemaining: 1 }),
      replayed: true,
    }));
    expect((await send()).headers['idempotency-replayed']).toBe('true');
  });

  test.each([
    [{}, 'parameter_missing'],
    [{ channel: 'fax' }, 'channel_unsupported'],
    [{ channel: 'email', to: 'me@shop.example' }, 'parameter_unknown'],
    [{ channel: 'email', email: 'me@shop.example\r\nBcc: you@shop.example' }, 'parameter_invalid'],
    [{ channel: 'email', email: 'me' }, 'parameter_invalid'],
    [{ channel: 'sms', email: 'me@shop.example' }, 'parameter_invalid'],
  ])('with the body %j is refused', async (body, code) => {
    expect((await send({}, intentId, body)).body).toMatchObject({ status: 400, code });
    expect(sent()).toEqual([]);
  });

  test.each([
    ['intent_not_found', 404, {}],
    ['intent_unexpected_state', 409, { currentStatus: 'PROCESSING' }],
    ['receipt_limit_reached', 409, {}],
    ['receipt_period_over', 409, {}],
    ['channel_unsupported', 400, {}],
    ['idempotency_key_reused', 422, {}],
    ['idempotency_key_in_use', 409, {}],
  ] as const)('that is refused with %s is a %i', async (code, status, fields) => {
    busDouble.on(sendReceipt, () => refuse(code, { fields }));
    expect((await send()).body).toMatchObject({ code, status, ...fields });
  });

  test('of what is no id is answered like a missing payment', async () => {
    expect((await send({}, 'nonsense')).body).toMatchObject({ status: 404, code: 'intent_not_found' });
    expect(sent()).toEqual([]);
  });

  test('with a publishable key is refused', async () => {
    const { body } = await send({ 'x-api-key': publishable.key });
    expect(body).toMatchObject({ status: 403, code: 'secret_key_required' });
  });
});

describe('the payment page', () => {
  test('[1.46] has the receipt of its own payment sent, which has ended', async () => {
    expect((await fromPage(intentId)).status).toBe(202);
    expect(sent()).toMatchObject([{ intentId, merchantId, mode, channel: 'sms' }]);
  });

  test('[1.46] has no receipt of another payment sent', async () => {
    expect((await fromPage(other)).body).toMatchObject({ status: 404, code: 'intent_not_found' });
    expect(sent()).toEqual([]);
  });

  test('[1.46] alone may do so: from another sender the token is no credential', async () => {
    const { 'x-checkout-token': token } = pageOf(intentId);
    const { body } = await fromPage(intentId, { 'x-checkout-token': token });
    expect(body).toMatchObject({ status: 401, code: 'api_key_missing' });
    expect(sent()).toEqual([]);
  });
});
