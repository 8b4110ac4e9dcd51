import { expect } from '@jest/globals';

/** The surroundings of a reader's snippets of a guide, and what the whole then prints. */
interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly expected: unknown;
}

/** The customer, who reads the code on the phone: here in the test inbox. */
const CUSTOMER = `
const { inbox, user, publishableKey } = JSON.parse(process.env.STACK ?? '');
const { phoneNumber, password } = user;
let since = new Date().toISOString();
async function codeFromTheCustomer(): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const phones = [phoneNumber, '+237677770001'].map((phone) => inbox + '/messages?to=' + encodeURIComponent(phone));
    const messages = await Promise.all(phones.map((url) => fetch(url).then((answer) => answer.json())));
    const message = messages.flat().find(({ sentAt, text }) => sentAt > since && /\\b\\d{6}\\b/.test(text));
    if (message !== undefined) {
      since = message.sentAt;
      return message.text.match(/\\b\\d{6}\\b/)[0];
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('no code has arrived');
}
`;

/** An order system that remembers what it was asked to do. */
const SHOP = `
const done: unknown[] = [];
const fulfil = (...order: unknown[]): void => void done.push(order);
const release = fulfil;
`;

/** An intent whose code is verified, as the quickstart leaves it before the charge. */
const VERIFIED = `
import { Paygate } from '@paygate/node';
import { PaygateBrowser } from '@paygate/browser';
${CUSTOMER}
const { id: intentionId, sessionToken } = await new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' })
  .paymentIntents.create({ amount: '1500', currency: 'XAF' });
const client = new PaygateBrowser({ apiKey: publishableKey });
const { id: userId } = await client.signIn({ phoneNumber, password });
await client.initOtp({ userId, channel: 'sms', intentionId });
await client.verifyOtp({ userId, otp: await codeFromTheCustomer() });
`;

const print = (value: string): string => `console.log(JSON.stringify(${value}));\nprocess.exit();`;

export const SURROUNDINGS: Readonly<Record<string, Surroundings>> = {
  quickstart: {
    before: CUSTOMER + SHOP,
    after: print('{ status, failure, state }'),
    expected: { status: 'COMPLETED', state: 'COMPLETED' },
  },
  'further-tries': {
    before: 'const reference = `guide-${String(Date.now())}`;',
    after: print(
      "{ page: checkoutUrl?.includes('/checkout/cs_test_'), tries: data.length, isPaid, order: orderOf(data[0]) === data[0].id }",
    ),
    expected: { page: true, tries: 1, isPaid: false, order: true },
  },
  balance: {
    before: `
import { Paygate } from '@paygate/node';
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });
const book = (...transaction: unknown[]): void => void transaction;
`,
    after: print("{ fee, net, currencies: Array.isArray(balances), isWhole: csv.includes('closing_balance') }"),
    expected: { fee: '20', net: '1023', currencies: true, isWhole: true },
  },
  'hosted-page': {
    before: `${SHOP}const orderId = String(Date.now());`,
    after: print('{ host: new URL(checkoutUrl ?? "").origin === process.env.PAYGATE_BASE_URL, status }'),
    expected: { host: true, status: 'PENDING' },
  },
  'web-view': {
    before: '',
    after: print(
      "['https://pay.example/p/receipt', 'https://shop.example/paid?reference=1', 'https://shop.example/', 'tel:*126%23'].map((each) => decide(each, { checkoutUrl: 'https://pay.example/p', returnUrl: 'https://shop.example/paid', cancelUrl: 'https://shop.example/cart' }))",
    ),
    expected: ['show', 'close', 'outside', 'outside'],
  },
  'payment-links': {
    before: '',
    after: print('await paygate.paymentLinks.retrieve(link.id)'),
    expected: expect.objectContaining({
      status: 'inactive',
      usesRemaining: 80,
      referencePattern: 'membership-2026-{n}',
    }),
  },
  'mobile-money': {
    before: `${VERIFIED}
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });
const order = await paygate.paymentIntents.create({ amount: '500', currency: 'XAF' });
await paygate.merchant.update({ settings: { phoneAsks: true } });`,
    after: `
await paygate.merchant.update({ settings: { phoneAsks: false } });
const known = [null, 'approve_on_phone'].includes(nextAction?.type ?? null);
${print('{ charge: charge.status, asked: asked.status, dial, isNamed: promptName !== undefined, known, found: data.length }')}`,
    expected: {
      ...{ charge: expect.stringMatching(/^(PROCESSING|COMPLETED)$/), known: true, found: 0 },
      ...{ asked: 'PROCESSING', dial: '*126#', isNamed: true },
    },
  },
  tills: {
    before: `
import { Paygate } from '@paygate/node';
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });`,
    after: print(
      "{ isPage: checkoutUrl?.includes('/checkout/cs_test_'), status: (await paygate.paymentIntents.retrieveById(id)).status }",
    ),
    expected: { isPage: true, status: 'PENDING' },
  },
  refunds: {
    before: `${SHOP}${VERIFIED}
await client.charge({ intentionId });
const returnId = intentionId;
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });
for (let tries = 0; tries < 20 && (await client.retrieveIntent(sessionToken)).status === 'PROCESSING'; tries += 1)
  await new Promise((resolve) => setTimeout(resolve, 500));`,
    after: print('{ status: again.status, same: again.id === refund.id, waiting: waiting.length >= 0 }'),
    expected: { status: 'COMPLETED', same: true, waiting: true },
  },
  payouts: {
    before: `${SHOP}
import { Paygate } from '@paygate/node';
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });
const destinationId = process.env.DESTINATION ?? '';
const week = String(Date.now());`,
    after: `
const isSum = BigInt(payout.net) + BigInt(payout.fee) === 1000n && payout.fee === fee && payout.net === net;
await paygate.payouts.changeSchedule({ frequency: 'off', minimum: '0', reserve: '0' });
${print('{ isSum, some: BigInt(available) > 0n, isListed: sheet.payoutId === payout.id, frequency }')}`,
    expected: { isSum: true, some: true, isListed: true, frequency: 'weekly' },
  },
  'payout-batches': {
    before: 'const month = `month-${String(Date.now())}`;',
    after: print(
      '{ status: batch.status, rows: batch.rowCount, amount: batch.amount, needs: batch.approvalsMissing >= 1 }',
    ),
    expected: { status: 'READY', rows: 2, amount: '2500', needs: true },
  },
  receipts: {
    before: `${VERIFIED}
await client.charge({ intentionId });
const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });
for (let tries = 0; tries < 20 && (await paygate.paymentIntents.retrieve(sessionToken, { waitSeconds: 5 })).status === 'PROCESSING'; tries += 1);`,
    after: print('{ sendsRemaining }'),
    expected: { sendsRemaining: 2 },
  },
  webhooks: {
    before: `${SHOP}const { ownEndpoint } = JSON.parse(process.env.STACK ?? '');`,
    after: `
const genuine = [isGenuine(payload, signature, secret), isGenuine(payload + ' ', signature, secret)];
const missed = (await paygate.events.list({ limit: 20 })).data;
const begin = missed.pop().id;
const paid = missed.filter((each) => each.type === 'payment.completed').map(({ id }) => id);
const caughtUp = (await catchUp(begin)) !== begin && paid.every((id) => done.some(([known]) => known === id));
await paygate.webhookEndpoints.delete(endpoint.id);
${print('{ genuine, type: event.type, ping: ping.object, caughtUp }')}`,
    expected: { genuine: [true, false], type: 'payment.failed', ping: 'delivery', caughtUp: true },
  },
  errors: {
    before: '',
    after: print("[await createIntent('50'), (await createIntent('5000')).amount]"),
    expected: ['The smallest amount is 100.', '5000'],
  },
  idempotency: {
    before: 'const [orderId, attempt] = [String(Date.now()), 1];',
    after: print('{ same: second.id === first.id, listed: page.data.length }'),
    expected: { same: true, listed: 1 },
  },
  'test-mode': {
    before: `${VERIFIED}const paygate = new Paygate({ secretKey: process.env.PAYGATE_SECRET_KEY ?? '' });`,
    after: print('{ code: /^[0-9]{6}$/.test(code ?? ""), isShown: newest === code }'),
    expected: { code: true, isShown: true },
  },
  'going-live': {
    before: '',
    after: `
const restricted = new Paygate({ secretKey: key });
const refused = await restricted.webhookEndpoints.list().catch(({ code }) => code);
${print('{ read: (await restricted.paymentIntents.list()).data.length > 0, refused }')}`,
    expected: { read: true, refused: 'scope_missing' },
  },
};
