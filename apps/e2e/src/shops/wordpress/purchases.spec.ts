import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { PaymentIntent } from '@paygate/node';
import { eventually } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { PayingCustomer } from '../../checkout/paying-customer.js';
import { startChromium } from '../../clients/chromium.js';
import { customerOf } from '../../clients/shop.js';
import { demoServer, trustedStack } from '../../clients/trust.js';
import { anyPhone } from '../payer.js';
import { Shopper } from './shopper.js';
import { WordPressSite } from './wordpress-site.js';

/* Twenty purchases in Chromium, each with a kill of the shop between payment and webhook, and their refunds: both books are equal. */

jest.setTimeout(540_000);

const AT_ONCE = 4;
/** The processes that are killed in each round: PHP, MariaDB, or both, while the customers pay. */
const ROUNDS = [['web'], ['web', 'database'], ['database'], ['web', 'database'], ['web']] as const;

const stack = trustedStack();
const paygate = demoServer(stack);
let browser: Browser;
let site: WordPressSite;
let shopper: Shopper;
let owner: Page;

beforeAll(async () => {
  browser = await startChromium();
  site = await WordPressSite.start(stack);
  shopper = new Shopper(site, new PayingCustomer(stack, browser, customerOf(stack)));
  owner = await shopper.owner();
  await shopper.connect(owner, stack.gateway.url, stack.merchant.secretKey);
});
afterAll(async () => {
  await browser.close();
  await site.close();
  for await (const endpoint of paygate.webhookEndpoints.list())
    if (endpoint.url.startsWith(site.url)) await paygate.webhookEndpoints.delete(endpoint.id);
});

interface Books {
  readonly paid: readonly string[];
  readonly refunded: Readonly<Record<string, string>>;
}

/** Orders with their payments, and what was refunded of each: as the shop has it. */
async function booksOfShop(): Promise<Books> {
  const orders = await site.rows<Record<'number' | 'intent_id' | 'amount' | 'refunded', string>>(
    `SELECT number, intent_id, amount, (SELECT coalesce(sum(r.amount), 0) FROM {refunds} r WHERE r.order_id = o.id AND r.status = 'completed') AS refunded
     FROM {orders} o WHERE status = 'paid' ORDER BY number`,
  );
  return {
    paid: orders.map(({ number, intent_id, amount }) => `${number} ${intent_id} ${amount}`),
    refunded: Object.fromEntries(orders.map(({ number, refunded }) => [number, refunded])),
  };
}

/** The same as Paygate has it, of the payments of this shop. */
async function booksOfPaygate(): Promise<Books> {
  const shop = await site.eval("echo get_option('paygate_shop_id');");
  const completed: PaymentIntent[] = [];
  for await (const intent of paygate.paymentIntents.list({ metadata: { shop }, status: ['COMPLETED'], limit: 100 }))
    completed.push(intent);
  completed.sort((one, other) => ((one.reference ?? '') < (other.reference ?? '') ? -1 : 1));
  return {
    paid: completed.map(({ reference, id, amount }) => `${String(reference)} ${id} ${amount}`),
    refunded: Object.fromEntries(
      completed.map(({ reference, amountRefunded }) => [String(reference), amountRefunded] as const),
    ),
  };
}

test('no purchase is lost and none is paid twice, and refunds are equal in both books', async () => {
  const { address } = await site.sell('Café moulu', '700');
  for (const killed of ROUNDS) {
    const pages = await Promise.all(Array.from({ length: AT_ONCE }, () => shopper.order(address)));
    const codes = await Promise.all(pages.map((page) => shopper.askForCode(page, anyPhone('01'))));
    await site.kill(...killed);
    // the payment page shows that it is paid; the shop is gone
    await Promise.all(pages.map((page, index) => shopper.pay(page, codes[index] ?? '')));
    await site.startAgain();
    const told = await Promise.all(pages.map((page) => shopper.comeBack(page)));
    expect(new Set(told)).toEqual(new Set(['Merci, votre commande est payée.']));
    await Promise.all(pages.map((page) => page.context().close()));
  }
  await shopper.settled();
  const orders = await site.orders();
  expect(orders.map(({ status, note }) => [status, note])).toEqual(orders.map(() => ['paid', null]));
  expect(orders.length).toBe(ROUNDS.length * AT_ONCE);
  expect(await booksOfShop()).toEqual(await booksOfPaygate());

  for (const [index, { number }] of orders.slice(0, 6).entries()) {
    await shopper.refund(owner, number, index % 2 === 0 ? '' : '200');
    if (index % 3 !== 2) continue;
    await site.kill('web', 'database');
    await site.startAgain();
  }
  const [, , , , , , elsewhere] = orders;
  await paygate.refunds.create(elsewhere?.intent_id ?? '', { amount: '100' });
  await eventually(async () => {
    await shopper.settled();
    const [shop, ours] = [await booksOfShop(), await booksOfPaygate()];
    expect(shop).toEqual(ours);
    return Object.values(ours.refunded).filter((amount) => amount !== '0').length === 7;
  });
});
