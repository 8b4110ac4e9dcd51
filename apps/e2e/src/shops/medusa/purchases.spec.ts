import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { PayingCustomer } from '../../checkout/paying-customer.js';
import { startChromium } from '../../clients/chromium.js';
import { customerOf } from '../../clients/shop.js';
import { demoServer, trustedStack } from '../../clients/trust.js';
import { anyPhone, Payer } from '../payer.js';
import { booksOfPaygate, booksOfShop, countOfOrders } from './books.js';
import { MedusaShop } from './medusa-shop.js';

/* Twenty purchases by the store API, each with a kill of the shop between payment and webhook, and their refunds: both books are equal. */

jest.setTimeout(540_000);

const AT_ONCE = 4;
/** After how many milliseconds the shop is killed again while it makes the orders of a round, or undefined where it is not. */
const ROUNDS = [undefined, 400, undefined, 1_200, undefined] as const;

const stack = trustedStack();
const paygate = demoServer(stack);
let browser: Browser;
let shop: MedusaShop;
let payer: Payer;

beforeAll(async () => {
  const url = `${MedusaShop.addressOn(stack)}/hooks/paygate`;
  const { secret } = await paygate.webhookEndpoints.create({ url, events: ['payment.*', 'refund.*'] });
  browser = await startChromium();
  shop = await MedusaShop.start(stack, secret ?? '');
  payer = new Payer(new PayingCustomer(stack, browser, customerOf(stack)), 'https://shop.example/thanks');
});
afterAll(async () => {
  await browser.close();
  await shop.close();
  for await (const endpoint of paygate.webhookEndpoints.list())
    if (endpoint.url.startsWith(MedusaShop.addressOn(stack))) await paygate.webhookEndpoints.delete(endpoint.id);
});

/** A cart whose customer has its payment page open and has asked for the code. */
async function order(): Promise<{ readonly cart: string; readonly page: Page; readonly code: string }> {
  const { cart, collection } = await shop.fill();
  const { data } = await shop.begin(collection);
  const page = await payer.customer.open({ id: data.intent_id, link: data.checkout_url }, 'fr');
  return { cart, page, code: await payer.askForCode(page, anyPhone('01')) };
}

test('twenty purchases, and the shop is killed while their customers pay', async () => {
  const carts: string[] = [];
  const before = await countOfOrders(shop);
  for (const again of ROUNDS) {
    const orders = await Promise.all(Array.from({ length: AT_ONCE }, order));
    carts.push(...orders.map(({ cart }) => cart));
    await shop.kill();
    // the payment page shows that it is paid; the shop is gone
    await Promise.all(orders.map(({ page, code }) => payer.pay(page, code)));
    await Promise.all(orders.map(({ page }) => page.context().close()));
    await shop.startWeb();
    if (again === undefined) continue;
    await setTimeout(again);
    await shop.kill();
    await shop.startWeb();
  }
  await eventually(async () => (await booksOfShop(shop, carts)).paid.length === carts.length, {
    ...{ timeoutMs: 300_000, intervalMs: 2_000 },
  });
  const theirs = await booksOfPaygate(paygate, carts);
  expect(theirs.paid.length).toBe(ROUNDS.length * AT_ONCE);
  expect(await booksOfShop(shop, carts)).toEqual(theirs);
  expect((await countOfOrders(shop)) - before).toBe(carts.length);

  const payments = await shop.rows<{ id: string; intent: string }>(
    "SELECT id, data->>'intent_id' AS intent FROM payment WHERE data->>'cart_id' = ANY ($1) ORDER BY id",
    [carts],
  );
  for (const [index, { id }] of payments.slice(0, 6).entries()) {
    const asked = shop.call(`/admin/payments/${id}/refund`, index % 2 === 0 ? {} : { amount: 200 });
    if (index % 3 !== 2) {
      await asked;
      continue;
    }
    // the answer of Paygate does not arrive
    asked.catch(() => undefined);
    await setTimeout(150);
    await shop.kill();
    await shop.startWeb();
  }
  await paygate.refunds.create(payments[6]?.intent ?? '', { amount: '100' });
  await eventually(
    async () => {
      const [ours, paygates] = [await booksOfShop(shop, carts), await booksOfPaygate(paygate, carts)];
      expect(ours).toEqual(paygates);
      return Object.values(paygates.refunded).filter((amount) => amount !== '0').length >= 5;
    },
    { timeoutMs: 180_000, intervalMs: 2_000 },
  );
});
