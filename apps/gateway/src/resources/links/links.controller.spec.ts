import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type {
  CreatePaymentLinkCommand,
  ErrorCode,
  PayLinkCommand,
  PaymentLink,
  Reply,
  UpdatePaymentLinkCommand,
} from '@paygate/contracts';
import {
  accept,
  checkDashboardSession,
  compileChecker,
  CreatePaymentLinkCommand as CreateLinkClass,
  createPaymentLink,
  errorCatalogue,
  getMerchantProfile,
  getPaymentLink,
  getSharedLink,
  LinkPaymentView,
  listPaymentLinks,
  payLink,
  PayLinkCommand as PayLinkClass,
  PaymentLinkPageAnswer,
  PaymentLinkView,
  refuse,
  SharedLinkView,
  updatePaymentLink,
  UpdatePaymentLinkCommand as UpdateLinkClass,
} from '@paygate/contracts';
import { mintOpaqueToken, newId, parseKeyring, Sealer } from '@paygate/platform';
import { encode } from 'uqr';
import { CheckoutTokens } from '../../credentials/tokens/checkout-tokens.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';
import { intentOf, merchantProfileOf, paymentLinkOf } from '../../test/fixtures/samples.js';

let gateway: GatewayUnderTest;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const secret = newApiKey();
const { merchantId } = secret.row;
const actor = secret.row.apiKeyId;
const account = { merchantId, mode: 'test' };
const linkId = newId('paymentLink');
const path = `/payment-links/${linkId}`;
const link = paymentLinkOf(linkId, merchantId);
const url = `https://pay.example/checkout/${linkId}`;

beforeAll(async () => {
  apiKeyRows.put(secret.row.apiKeyId, secret.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  linksAreAnswered(() => accept(link));
  busDouble.on(getSharedLink, () => accept(link));
  busDouble.on(listPaymentLinks, () => accept({ links: [link], hasMore: true, nextCursor: linkId }));
  busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { languages: ['en'] })));
  busDouble.on(payLink, ({ intentId }) =>
    accept(intentOf({ ...{ intentId, merchantId, mode: 'test', amount: '5000' }, currency: 'XAF', metadata: '{}' })),
  );
});

function linksAreAnswered(answer: () => Reply<PaymentLink>): void {
  busDouble.on(createPaymentLink, answer);
  busDouble.on(getPaymentLink, answer);
  busDouble.on(updatePaymentLink, answer);
}

const ask = (method: string, where: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path: where, headers: { 'x-api-key': secret.key, ...headers }, body });
const asPayer = (method: string, where: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method, path: where, headers: { ...headers }, body });
const sent = <Command>(name: string) =>
  busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload as Command);

describe('the merchant', () => {
  test('[9.1] creates a link, and gets its address', async () => {
    const body = { currency: 'XAF', amount: '5000', referencePattern: 'c-{n}', expiresAt: '2999-01-01T00:00:00Z' };
    const answer = await ask('POST', '/payment-links', body, { 'idempotency-key': 'first' });
    expect(answer.status).toBe(201);
    expect(compileChecker(PaymentLinkView)(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ id: linkId, object: 'payment_link', url, status: 'active', amount: '5000' });
    const [command] = sent<CreatePaymentLinkCommand>('create-payment-link');
    expect(compileChecker(CreateLinkClass)(command)).toEqual([]);
    expect(command).toMatchObject({ ...account, actor, ...body, expiresAt: '2999-01-01T00:00:00.000Z' });
    expect(JSON.stringify(command?.idempotency)).not.toContain('first');
  });

  test('[11.6] has the member named who creates a link at the dashboard, in the command alone', async () => {
    const memberId = newId('member');
    const membership = {
      ...{ memberId, name: auth.seal('gateway', 'Ada', 'member.name'), role: 'cashier' as const },
      ...{ merchantId, merchantName: 'Boutique', merchantActive: true, liveActive: true },
    };
    const email = auth.seal('gateway', 'ada@shop.example', 'member.email');
    const session = { sessionId: newId('dashboardSession'), email, expiresAt: '2199-01-01T00:00:00.000Z' };
    busDouble.on(checkDashboardSession, () => accept({ ...session, memberships: [membership] }));
    const headers = { authorization: `Bearer ${mintOpaqueToken('dashboardSession')}` };
    const body = { currency: 'XAF', amount: '5000' };
    const answer = await gateway.ask({ method: 'POST', path: '/payment-links', headers, body });
    expect(answer.status).toBe(201);
    expect(answer.body).not.toHaveProperty('actor');
    expect(sent<CreatePaymentLinkCommand>('create-payment-link')).toMatchObject([{ ...account, actor: memberId }]);
  });

  test('has all faults of a link named, and no command sent', async () => {
    const body = { currency: 'EUR', amount: 5000, maxUses: 0, returnUrl: 'http://shop.example/', surprise: 1 };
    const { status, body: problem } = await ask('POST', '/payment-links', body);
    const faults = problem['errors'] as readonly { readonly code: string; readonly param: string }[];
    expect(status).toBe(400);
    expect(faults.map(({ code, param }) => `${code} ${param}`).sort()).toEqual([
      'amount_invalid amount',
      'currency_unsupported currency',
      'parameter_invalid maxUses',
      'parameter_invalid returnUrl',
      'parameter_unknown surprise',
    ]);
    expect(busDouble.sent).toEqual([]);
  });

  test('[9.1] reads, lists and deactivates it', async () => {
    expect((await ask('GET', path)).body).toMatchObject({ id: linkId, url, payments: 14, usesRemaining: 38 });
    const list = await ask('GET', `/payment-links?limit=1&startingAfter=${linkId}`);
    expect(compileChecker(PaymentLinkPageAnswer)(list.body)).toEqual([]);
    expect(list.body).toMatchObject({ data: [{ id: linkId }], hasMore: true, nextCursor: linkId });
    expect((await ask('PATCH', path, { active: false })).status).toBe(200);
    expect([...sent('get-payment-link'), ...sent('list-payment-links'), ...sent('update-payment-link')]).toEqual([
      { ...account, linkId },
      { ...account, limit: 1, startingAfter: linkId },
      { ...account, actor, linkId, active: false },
    ]);
  });

  test('[9.14] changes what it names: null removes, and what is absent is not sent', async () => {
    const terms = { description: 'Club', returnUrl: null, maxUses: 9, expiresAt: '2999-01-01T01:00:00+01:00' };
    expect((await ask('PATCH', path, terms)).status).toBe(200);
    expect((await ask('PATCH', path, { active: null, expiresAt: null })).status).toBe(200);
    const commands = sent<UpdatePaymentLinkCommand>('update-payment-link');
    for (const command of commands) expect(compileChecker(UpdateLinkClass)(command)).toEqual([]);
    expect(commands).toEqual([
      { ...account, actor, linkId, ...terms, expiresAt: '2999-01-01T00:00:00.000Z' },
      { ...account, actor, linkId, expiresAt: null },
    ]);
  });

  test('[9.14] has the faults of a change named', async () => {
    const body = { returnUrl: 'javascript:alert(1)', maxUses: 1001, expiresAt: 'tomorrow', amount: '1' };
    const { status, body: problem } = await ask('PATCH', path, body);
    const faults = problem['errors'] as readonly { readonly code: string; readonly param: string }[];
    expect([status, ...faults.map(({ param }) => param).sort()]).toEqual([
      400,
      'amount',
      'expiresAt',
      'maxUses',
      'returnUrl',
    ]);
    expect((await ask('PATCH', path, { returnUrl: 'http://shop.example/' })).body).toMatchObject({
      param: 'returnUrl',
    });
    expect(busDouble.sent).toEqual([]);
  });

  test.each<[string, string, ErrorCode]>([
    ['GET', path, 'payment_link_not_found'],
    ['PATCH', path, 'parameter_invalid'],
    ['PATCH', path, 'payment_link_not_found'],
    ['GET', '/payment-links', 'cursor_invalid'],
    ['POST', '/payment-links', 'amount_too_small'],
    ['POST', '/payment-links', 'idempotency_key_reused'],
    ['POST', '/payment-links', 'idempotency_key_in_use'],
  ])('is refused as intents refuses: %s %s, %s', async (method, where, code) => {
    linksAreAnswered(() => refuse(code));
    busDouble.on(listPaymentLinks, () => refuse(code));
    const body = { POST: { currency: 'XAF' }, PATCH: { active: true } }[method];
    expect((await ask(method, where, body)).body).toMatchObject({ code, status: errorCatalogue[code].status });
  });
});

test('[9.11] the QR code of a link is an image of its address, in which nothing is executed', async () => {
  const { body } = await ask('GET', path);
  expect(body['qrCodeUrl']).toBe(`https://pay.example${path}/qr.svg`);
  const image = await asPayer('GET', `${path}/qr.svg`);
  expect(image.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  });
  // read as a camera would: the dark modules of the picture are those of the address
  const { data } = encode(url, { ecc: 'M', border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x * 4},${y * 4}`] : [])));
  expect([...image.text.matchAll(/M(\d+,\d+)h4v4h-4z/g)].map(([, at]) => at).sort()).toEqual(dark.sort());
  expect((await asPayer('GET', '/payment-links/nonsense/qr.svg')).status).toBe(404);
});

describe('whoever has the address', () => {
  test('[9.7] reads what payers may know, and the merchant', async () => {
    const answer = await asPayer('GET', `${path}/shared`);
    expect(answer.status).toBe(200);
    expect(compileChecker(SharedLinkView)(answer.body)).toEqual([]);
    expect(answer.body).toMatchObject({ id: linkId, amount: '5000', merchant: { name: 'Chez Test' } });
    for (const hidden of ['payments', 'usesRemaining', 'maxUses', 'referencePattern', 'merchantId', merchantId])
      expect(answer.text).not.toContain(hidden);
  });

  test('[9.7] begins a payment, and gets its page and nothing of the merchant’s', async () => {
    const answer = await asPayer('POST', `${path}/payments`);
    expect(answer.status).toBe(201);
    expect(compileChecker(LinkPaymentView)(answer.body)).toEqual([]);
    const [command] = sent<PayLinkCommand>('pay-link');
    expect(compileChecker(PayLinkClass)(command)).toEqual([]);
    expect(command).toMatchObject({ linkId, cancelUrl: url });
    const intentId = command?.intentId ?? '';
    const token = gateway.get(CheckoutTokens).mint({ intentId, merchantId, mode: 'test' });
    expect(answer.body).toMatchObject({ intentionId: intentId, checkoutUrl: `https://pay.example/checkout/${token}` });
    expect(answer.text).not.toContain('sess_');
  });

  test('names an amount', async () => {
    await asPayer('POST', `${path}/payments`, { amount: '700' });
    expect(sent('pay-link')).toMatchObject([{ amount: '700' }]);
    const { body } = await asPayer('POST', `${path}/payments`, { amount: 700 });
    expect(body).toMatchObject({ status: 400, code: 'amount_invalid', param: 'amount' });
  });

  test('[9.6] has idempotency keys apart from those of the merchant, and of other links', async () => {
    const key = { 'idempotency-key': 'order-1042' };
    const other = newId('paymentLink');
    await asPayer('POST', `${path}/payments`, undefined, key);
    await asPayer('POST', `/payment-links/${other}/payments`, undefined, key);
    await ask('POST', '/payment-links', { currency: 'XAF' }, key);
    const hashes = busDouble.sent.flatMap(({ payload }) => {
      const { idempotency } = payload as Partial<PayLinkCommand>;
      return idempotency === undefined ? [] : [idempotency.keyHash];
    });
    expect(new Set(hashes).size).toBe(3);
  });

  test.each<ErrorCode>([
    'payment_link_inactive',
    'payment_link_expired',
    'payment_link_used_up',
    'amount_too_large',
    'reference_exists',
    'idempotency_key_reused',
  ])('is refused as intents refuses: %s', async (code) => {
    busDouble.on(payLink, () => refuse(code));
    const { body } = await asPayer('POST', `${path}/payments`);
    expect(body).toMatchObject({ code, status: errorCatalogue[code].status });
  });

  test.each(['shared', 'payments'])('[9.7] gets nothing of a merchant that is not active (%s)', async (what) => {
    busDouble.on(getMerchantProfile, () => accept(merchantProfileOf(merchantId, { active: false })));
    const { body } = await asPayer(what === 'shared' ? 'GET' : 'POST', `${path}/${what}`);
    expect(body).toMatchObject({ status: 403, code: 'merchant_inactive' });
    expect(sent('pay-link')).toEqual([]);
  });

  test('gets the same for a malformed id as for one of no link', async () => {
    busDouble.on(getSharedLink, () => refuse('payment_link_not_found'));
    const same = { 'x-request-id': 'same-for-all' };
    const answers = await Promise.all(
      [linkId, 'nonsense', 'pl_%00', newId('intent')].map((id) =>
        asPayer('GET', `/payment-links/${id}/shared`, undefined, same),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ status: 404, code: 'payment_link_not_found' });
  });
});
