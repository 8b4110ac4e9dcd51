import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { PaymentIntent } from '@paygate/node';
import { eventually, RailControl, StackDatabases } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { PayingCustomer } from '../../checkout/paying-customer.js';
import { startChromium } from '../../clients/chromium.js';
import { customerOf } from '../../clients/shop.js';
import { demoServer, trustedStack } from '../../clients/trust.js';
import { approve, prompted } from '../../payments/approving.js';
import { anyPhone, Payer } from '../payer.js';
import { MedusaShop } from './medusa-shop.js';
import type { Session } from './medusa-shop.js';

/* What has hurt shops with other plug-ins. The shop has no webhook endpoint here unless a test delivers an event itself: its look-up has to find out. */

jest.setTimeout(300_000);

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const stack = trustedStack();
const paygate = demoServer(stack);
const databases = new StackDatabases(stack);
let browser: Browser;
let shop: MedusaShop;
let payer: Payer;

beforeAll(async () => {
  browser = await startChromium();
  shop = await MedusaShop.start(stack, SECRET);
  payer = new Payer(new PayingCustomer(stack, browser, customerOf(stack)), 'https://shop.example/thanks');
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
  await shop.close();
});

const pageOf = ({ data }: Session): Promise<Page> =>
  payer.customer.open({ id: data.intent_id, link: data.checkout_url }, 'fr');
const statusOf = async ({ data }: Session): Promise<string> =>
  (await paygate.paymentIntents.retrieveById(data.intent_id)).status;

/** Pays a session on its page; returns the payment. */
async function pay(session: Session): Promise<PaymentIntent> {
  const page = await pageOf(session);
  await payer.pay(page, await payer.askForCode(page, anyPhone('01')));
  await page.context().close();
  return paygate.paymentIntents.retrieveById(session.data.intent_id);
}

/** A cart that is paid, and of which the shop does not know it. */
async function paidCart(): Promise<{ readonly cart: string; readonly intent: PaymentIntent }> {
  const { cart, collection } = await shop.fill();
  return { cart, intent: await pay(await shop.begin(collection)) };
}

/** Delivers an event as Paygate would. */
async function deliver(data: object, secret = SECRET, mode = 'test'): Promise<number> {
  const body = JSON.stringify({ id: 'evt_1', type: 'payment.completed', mode, data });
  const headers = {
    'content-type': 'application/json',
    'service-signature': paygate.webhooks.generateTestHeaderString({ payload: body, secret }),
  };
  return (await fetch(`${shop.url}/hooks/paygate`, { method: 'POST', body, headers })).status;
}

/** The payments of the orders of a cart. */
const ordersOf = (cart: string): ReturnType<typeof shop.rows<{ intent: string; status: string }>> =>
  shop.rows(
    `SELECT payment.data->>'intent_id' AS intent, collection.status::text
     FROM order_cart JOIN order_payment_collection link USING (order_id)
     JOIN payment_collection collection ON collection.id = payment_collection_id
     JOIN payment ON payment.payment_collection_id = collection.id
     WHERE cart_id = $1 AND order_cart.deleted_at IS NULL AND link.deleted_at IS NULL`,
    [cart],
  );

describe('a webhook', () => {
  test('is answered when the order is made, which is made once however often it comes', async () => {
    const { cart, intent } = await paidCart();
    const answers = await Promise.all([1, 2, 3].map(() => deliver({ paymentIntent: intent })));
    expect(answers).toEqual([200, 200, 200]);
    expect(await ordersOf(cart)).toEqual([{ intent: intent.id, status: 'completed' }]);
  });

  test('of a cart that the shop does not have is refused, and comes again', async () => {
    const { intent } = await paidCart();
    const metadata = { shop: 'boutique', cart: 'cart_of_later' };
    expect(await deliver({ paymentIntent: { ...intent, metadata } })).toBe(503);
  });

  test('of nobody, of another mode and of another shop makes no order', async () => {
    const { cart, intent } = await paidCart();
    expect(await deliver({ paymentIntent: intent }, `whsec_${randomBytes(24).toString('base64')}`)).toBe(400);
    expect(await deliver({ paymentIntent: intent }, SECRET, 'live')).toBe(200);
    const metadata = { ...intent.metadata, shop: 'another shop' };
    expect(await deliver({ paymentIntent: { ...intent, metadata } })).toBe(200);
    expect(await ordersOf(cart)).toEqual([]);
  });
});

describe('a cart', () => {
  test('that is not paid becomes no order, whatever the storefront says', async () => {
    const { cart, collection } = await shop.fill();
    const session = await shop.begin(collection, { cart_id: 'cart_of_another', amount: '1' });
    expect(session.data).toMatchObject({ cart_id: cart, amount: '700' });
    expect((await shop.ask(`/store/carts/${cart}/complete`, {})).status).toBe(400);
    expect(await ordersOf(cart)).toEqual([]);
    const intent = await paygate.paymentIntents.retrieveById(session.data.intent_id);
    expect(intent).toMatchObject({ reference: cart, amount: '700', status: 'PENDING' });
  });

  test('in two tabs has one page on which it can be paid', async () => {
    const { cart, collection } = await shop.fill();
    const first = await shop.begin(collection);
    const second = await shop.begin(collection);
    expect([await statusOf(first), await statusOf(second)]).toEqual(['CANCELED', 'PENDING']);
    const intent = await pay(second);
    // a tab that was left open begins once more
    const path = `/store/payment-collections/${collection}/payment-sessions`;
    expect((await shop.ask(path, { provider_id: 'pp_paygate_paygate' })).status).toBeGreaterThanOrEqual(400);
    expect(await deliver({ paymentIntent: intent })).toBe(200);
    expect((await ordersOf(cart)).map((order) => order.intent)).toEqual([intent.id]);
  });

  test('whose total changes cannot be paid on the page of before', async () => {
    const { cart, collection } = await shop.fill();
    const before = await shop.begin(collection);
    await shop.add(cart, 'grand');
    await eventually(async () => (await statusOf(before)) === 'CANCELED');
    expect((await shop.begin(collection)).data.amount).toBe('2200');
  });

  test('that changes while its customer is approving becomes no order, and its payment is reported', async () => {
    const { cart, collection } = await shop.fill();
    const session = await shop.begin(collection);
    const page = await pageOf(session);
    await payer.customer.enter(page, await payer.askForCode(page, anyPhone('04')));
    const prompt = await prompted(databases, session.data.intent_id);
    await expect(shop.add(cart, 'grand')).rejects.toThrow('Could not delete all payment sessions');
    await approve(new RailControl(stack.rails.control), prompt);
    await eventually(async () => (await statusOf(session)) === 'COMPLETED');
    const intent = await paygate.paymentIntents.retrieveById(session.data.intent_id);
    expect(await deliver({ paymentIntent: intent })).toBe(200);
    expect(await ordersOf(cart)).toEqual([]);
    expect(shop.log()).toContain(`${intent.id} is completed, but its cart costs 2200 XAF`);
    await page.context().close();
  });

  test('whose last piece another customer has bought becomes an order when there is another piece', async () => {
    const haveAnother = (): Promise<unknown> =>
      shop.rows(`UPDATE inventory_level SET stocked_quantity = reserved_quantity + 1,
        raw_stocked_quantity = jsonb_build_object('value', (reserved_quantity + 1)::text, 'precision', 20)`);
    await haveAnother();
    const [one, two] = [await shop.fill('rare'), await shop.fill('rare')];
    const payments = [await pay(await shop.begin(one.collection)), await pay(await shop.begin(two.collection))];
    expect(await deliver({ paymentIntent: payments[0] })).toBe(200);
    expect(await deliver({ paymentIntent: payments[1] })).toBe(200);
    expect([(await ordersOf(one.cart)).length, (await ordersOf(two.cart)).length]).toEqual([1, 0]);
    await haveAnother();
    expect(await deliver({ paymentIntent: payments[1] })).toBe(200);
    expect((await ordersOf(two.cart)).map((order) => order.intent)).toEqual([payments[1]?.id]);
  });

  test('whose order was half made when the shop lost its power becomes one order', async () => {
    const [unlinked, unpaid] = [await paidCart(), await paidCart()];
    await shop.rows(
      `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NEW; END'`,
    );
    const pause = (table: string, row: string): Promise<unknown> =>
      shop.rows(`CREATE TRIGGER pause BEFORE INSERT ON ${table} FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION pause()`);
    await pause('order_cart', `NEW.cart_id = '${unlinked.cart}'`);
    await pause('payment', `NEW.data->>'cart_id' = '${unpaid.cart}'`);
    const carts = [unlinked, unpaid];
    for (const { intent } of carts) deliver({ paymentIntent: intent }).catch(() => undefined);
    const paused = "FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    await eventually(async () => (await shop.rows(`SELECT pid ${paused}`)).length === carts.length);
    await shop.kill();
    await shop.rows(`SELECT pg_terminate_backend(pid) ${paused}`);
    await shop.rows('DROP FUNCTION pause CASCADE');
    // the look-up makes orders of other carts meanwhile
    const made = async (): Promise<number> => {
      const sql = `SELECT FROM "order" WHERE deleted_at IS NULL AND metadata->>'paygate_cart' = ANY ($1)`;
      return (await shop.rows(sql, [carts.map(({ cart }) => cart)])).length;
    };
    expect(await made()).toBe(carts.length);
    await shop.startWeb();
    for (const { cart, intent } of carts) {
      // the lock of the shop that was killed ends after two minutes
      await eventually(async () => (await deliver({ paymentIntent: intent })) === 200, { timeoutMs: 200_000 });
      expect(await ordersOf(cart)).toEqual([{ intent: intent.id, status: 'completed' }]);
    }
    expect(await made()).toBe(carts.length);
  });

  test('with cents is not rounded: its payment does not begin', async () => {
    const { cart, collection } = await shop.fill('avec centimes');
    const path = `/store/payment-collections/${collection}/payment-sessions`;
    const { status, answer } = await shop.ask(path, { provider_id: 'pp_paygate_paygate' });
    expect([status, (answer as { message: string }).message]).toEqual([
      400,
      'XAF has no cents: 10.5 cannot be paid. Use whole prices that include taxes.',
    ]);
    expect((await paygate.paymentIntents.list({ reference: cart })).data).toEqual([]);
  });

  test('that is paid becomes an order without a webhook', async () => {
    const { cart, intent } = await paidCart();
    await shop.rows(
      "UPDATE payment_session SET created_at = now() - interval '2 minutes' WHERE data->>'cart_id' = $1",
      [cart],
    );
    await eventually(async () => (await ordersOf(cart)).length === 1, { timeoutMs: 120_000 });
    expect(await ordersOf(cart)).toEqual([{ intent: intent.id, status: 'completed' }]);
  });
});

test('refunds of the shop and of Paygate are the same in both books, and never more than was paid', async () => {
  const { intent } = await paidCart();
  await deliver({ paymentIntent: intent });
  const [payment] = await shop.rows<{ id: string }>("SELECT id FROM payment WHERE data->>'intent_id' = $1", [
    intent.id,
  ]);
  const refund = (amount: number): ReturnType<typeof shop.ask> =>
    shop.ask(`/admin/payments/${payment?.id ?? ''}/refund`, { amount });
  expect((await refund(300)).status).toBe(200);
  expect((await refund(401)).status).toBe(400);
  expect((await refund(0.5)).status).toBe(400);
  const elsewhere = await paygate.refunds.create(intent.id, { amount: '150' });
  await eventually(async () => (await paygate.refunds.retrieve(elsewhere.id)).status === 'COMPLETED');
  const event = { refund: { ...elsewhere, paymentIntentId: intent.id } };
  expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
  // a row whose request never left the shop
  await shop.rows(
    `INSERT INTO refund (id, amount, raw_amount, payment_id) VALUES ($1, 250, '{"value": "250", "precision": 20}', $2)`,
    [`ref_${randomUUID()}`, payment?.id],
  );
  expect(await deliver(event)).toBe(200);
  await eventually(async () => (await paygate.paymentIntents.retrieveById(intent.id)).amountRefunded === '700');
  const rows = await shop.rows(
    'SELECT amount::int FROM refund WHERE payment_id = $1 AND deleted_at IS NULL ORDER BY 1',
    [payment?.id],
  );
  expect(rows).toEqual([{ amount: 150 }, { amount: 250 }, { amount: 300 }]);
});
