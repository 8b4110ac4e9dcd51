import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  AskPhoneCommand,
  BeginChargeCommand,
  Charge,
  CreateIntentCommand,
  MemberRole,
  PaymentIntent,
  Reply,
} from '@paygate/contracts';
import {
  accept,
  AskPhoneCommand as AskPhoneClass,
  askPhone,
  awaitCharge,
  beginCharge,
  BeginChargeCommand as BeginChargeClass,
  checkDashboardSession,
  compileChecker,
  createIntent,
  CreateIntentCommand as CreateIntentClass,
  readOperators,
  refuse,
  TillChargeAnswer,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf } from '../../test/fixtures/samples.js';
import { BEGINNINGS_OF_ACCOUNT_MAX } from '../beginnings.js';

let gateway: GatewayUnderTest;
const secret = newApiKey();
const { merchantId } = secret.row;
const leaked = newApiKey({ type: 'restricted', scopes: ['till:ask'], merchantId });
const other = newApiKey({ type: 'restricted', scopes: ['intents:write', 'charges:write'], merchantId });
const sealer = (service: 'otp' | 'intents' | 'charging') => new Sealer(service, parseKeyring(keys.SEAL_KEYS));
const [intentId, memberId] = [newId('intent'), newId('member')];
const phoneNumber = '+237677770001';
const body = { amount: '5000', currency: 'XAF', phoneNumber, reference: 'till-7' };
const at = '2026-11-28T09:00:00.000Z';
const charge: Charge = {
  ...{ id: newId('charge'), intentId, status: 'PROCESSING', amount: '5000', currency: 'XAF', createdAt: at },
};
const terms = { currencies: [], numberPrefixes: [], methods: [], state: 'unknown' as const };

beforeAll(async () => {
  for (const { key, row } of [secret, leaked, other]) {
    expect(key).not.toBe('');
    apiKeyRows.put(row.apiKeyId, row);
  }
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const token = sealer('otp').seal('gateway', 'aaaa.bbbb.cccc', 'ask-phone.token');
  busDouble.on(askPhone, () => accept({ intentId, token, expiresAt: at }));
  busDouble.on(createIntent, (command) => accept(intentOf(command)));
  busDouble.on(beginCharge, () => accept(charge));
  busDouble.on(awaitCharge, () => accept(Object.assign({}, charge, { status: 'COMPLETED' as const })));
  busDouble.on(readOperators, () =>
    accept({ data: [{ operator: 'mtn_momo', promptName: 'PAYGATE', dial: '*126#', ...terms }], readAt: at }),
  );
});

const ask = (given: object = body, headers: Record<string, string> = { 'x-api-key': secret.key }) =>
  gateway.ask({
    method: 'POST',
    path: '/till/charges',
    headers: { 'idempotency-key': 'k-1', ...headers },
    body: given,
  });
const sent = (name: string): unknown => busDouble.sent.find((command) => command.name === name)?.payload;
const asked = () => sent('ask-phone') as AskPhoneCommand | undefined;
const signedIn = (role: MemberRole): Record<string, string> => {
  const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
  const name = auth.seal('gateway', 'Ada', 'member.name');
  const member = { memberId, merchantId, merchantName: 'Boutique', role, merchantActive: true, liveActive: true, name };
  busDouble.on(checkDashboardSession, () =>
    accept({
      ...{ sessionId: newId('dashboardSession'), expiresAt: '2199-01-01T00:00:00.000Z' },
      ...{ email: auth.seal('gateway', 'ada@shop.example', 'member.email'), memberships: [member] },
    }),
  );
  return { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
};

describe('an ask', () => {
  test('[4.22] goes through otp, the intent and its charge, and says what the payer sees', async () => {
    const answer = await ask();
    const shown = { operator: 'mtn_momo', phoneMasked: '********01', promptName: 'PAYGATE', dial: '*126#' };
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        ...{ id: charge.id, object: 'charge', intentionId: intentId, status: 'PROCESSING' },
        ...{ amount: '5000', currency: 'XAF', createdAt: at, ask: shown },
      },
    ]);
    expect(compileChecker(TillChargeAnswer)(answer.body)).toEqual([]);
    const command = sent('ask-phone') as AskPhoneCommand;
    expect(compileChecker(AskPhoneClass)(command)).toEqual([]);
    expect(command).toMatchObject({ merchantId, mode: 'test', actor: secret.row.apiKeyId, amount: '5000' });
    expect(sealer('otp').open(command.phoneNumber, 'ask-phone.phone')).toBe(phoneNumber);
    const order = sent('create-intent') as CreateIntentCommand;
    expect(compileChecker(CreateIntentClass)(order)).toEqual([]);
    // the id is that of otp's answer, which a repetition gets again
    expect(order).toMatchObject({ intentId, amount: '5000', reference: 'till-7', expiresInSeconds: 300 });
    expect(order.actor).toBe(secret.row.apiKeyId);
    const begun = sent('begin-charge') as BeginChargeCommand;
    expect(compileChecker(BeginChargeClass)(begun)).toEqual([]);
    expect(begun).toMatchObject({ intentId, paymentMethod: { type: 'mobile_money' }, otherPhones: false });
    expect(sealer('intents').open(begun.otpToken, 'begin-charge.otp-token')).toBe('aaaa.bbbb.cccc');
    expect(sealer('charging').open(begun.provedPhone as never, 'begin-charge.phone')).toBe(phoneNumber);
    // the token is in no answer
    expect(JSON.stringify(answer.body)).not.toContain('bbbb');
  });

  test('[4.27] names its till to otp, and the intent keeps it', async () => {
    const tillId = newId('till');
    expect((await ask({ ...body, tillId })).status).toBe(202);
    expect([asked()?.tillId, (sent('create-intent') as CreateIntentCommand).tillId]).toEqual([tillId, tillId]);
  });

  test('waits for the outcome where the caller prefers that', async () => {
    const answer = await ask(body, { 'x-api-key': secret.key, prefer: 'wait=5' });
    expect([answer.status, answer.body['status'], answer.headers['preference-applied']]).toEqual([
      ...[200, 'COMPLETED', 'wait'],
    ]);
  });

  test('[5.8] takes no place of those that begin while it waits for its outcome', async () => {
    const [outcome, intent] = [Promise.withResolvers<Reply<Charge>>(), Promise.withResolvers<Reply<PaymentIntent>>()];
    busDouble.on(awaitCharge, () => outcome.promise);
    const waiting = ask(body, { 'x-api-key': secret.key, prefer: 'wait=5' });
    await eventually(() => sent('await-charge') !== undefined);
    let begun = 0;
    busDouble.on(createIntent, () => {
      begun += 1;
      return intent.promise;
    });
    const order = { amount: '5000', currency: 'XAF' } as const;
    const create = { method: 'POST', path: '/gateway', headers: { 'x-api-key': secret.key }, body: order } as const;
    const answers = Promise.all(Array.from({ length: BEGINNINGS_OF_ACCOUNT_MAX }, () => gateway.ask(create)));
    await eventually(() => begun === BEGINNINGS_OF_ACCOUNT_MAX);
    expect((await gateway.ask(create)).status).toBe(503);
    intent.resolve(accept(intentOf({ ...order, intentId, merchantId, mode: 'test', metadata: '{}' })));
    outcome.resolve(accept(charge));
    expect(new Set((await answers).map(({ status }) => status))).toEqual(new Set([201]));
    expect((await waiting).status).toBe(202);
  });

  test('is answered without what the operator shows while charging does not say it', async () => {
    busDouble.on(readOperators, () => refuse('service_unavailable'));
    const { body: shown } = await ask({ ...body, phoneNumber: '+237699990001', operator: 'orange_money' });
    expect(shown['ask']).toEqual({ operator: 'orange_money', phoneMasked: '********01', promptName: null, dial: null });
    expect(asked()?.operator).toBe('orange_money');
  });

  test.each([
    [askPhone, 'prompt_limit_reached', 429],
    [askPhone, 'phone_ask_not_allowed', 403],
    [createIntent, 'reference_exists', 409],
    [beginCharge, 'token_expired', 401],
  ] as const)('that $name refuses goes no further', async (contract, code, status) => {
    busDouble.on(contract as typeof askPhone, () => refuse(code));
    expect((await ask()).body).toMatchObject({ status, code });
    const steps: readonly string[] = [askPhone, createIntent, beginCharge].map(({ name }) => name);
    const last = busDouble.sent.filter(({ name }) => steps.includes(name)).at(-1);
    expect(last?.name).toBe(contract.name);
  });

  test.each([
    ['without a phone', { phoneNumber: undefined }, 'parameter_missing', 'phoneNumber'],
    ['with a number that is none', { phoneNumber: '677' }, 'phone_invalid', 'phoneNumber'],
    ['with a payment method', { paymentMethod: { type: 'wallet' } }, 'parameter_unknown', 'paymentMethod'],
    ['with an amount in another form', { amount: '50.00' }, 'amount_invalid', 'amount'],
  ])('%s is refused', async (_name, change, code, param) => {
    expect((await ask({ ...body, ...change })).body).toMatchObject({ status: 400, code, param });
    expect(busDouble.sent).toEqual([]);
  });

  test('needs an idempotency key', async () => {
    const answer = await gateway.ask({
      ...{ method: 'POST', path: '/till/charges', headers: { 'x-api-key': secret.key }, body },
    });
    expect(answer.body).toMatchObject({ status: 400, code: 'idempotency_key_missing' });
  });
});

describe('the right to ask', () => {
  test('[4.22] has a key with till:ask, and no other restricted key', async () => {
    expect((await ask(body, { 'x-api-key': leaked.key })).status).toBe(202);
    expect(asked()?.actor).toBe(leaked.row.apiKeyId);
    expect((await ask(body, { 'x-api-key': other.key })).body).toMatchObject({ status: 403, code: 'scope_missing' });
  });

  test.each<[MemberRole, number]>([
    ['owner', 202],
    ['admin', 202],
    ['cashier', 202],
    ['developer', 403],
    ['viewer', 403],
  ])('in live mode a member who is %s gets %i', async (role, status) => {
    expect((await ask(body, { ...signedIn(role), 'x-mode': 'live' })).status).toBe(status);
    expect(asked()?.actor).toBe(status === 202 ? memberId : undefined);
  });
});

test('[4.22] the token of an ask charges nothing that a caller asks for', async () => {
  const payload = Buffer.from(JSON.stringify({ sub: 'asked', phone: 'sealed' })).toString('base64url');
  const answer = await gateway.ask({
    ...{ method: 'POST', path: '/payment/charge' },
    headers: { 'x-api-key': secret.key, authorization: `Bearer aaaa.${payload}.cccc` },
    body: { intentionId: intentId, paymentMethod: { type: 'mobile_money' } },
  });
  expect(answer.body).toMatchObject({ status: 401, code: 'token_invalid' });
  expect(busDouble.sent).toEqual([]);
});
