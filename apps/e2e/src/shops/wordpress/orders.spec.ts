import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually, RailControl, StackDatabases } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { PayingCustomer } from '../../checkout/paying-customer.js';
import { startChromium } from '../../clients/chromium.js';
import { customerOf } from '../../clients/shop.js';
import { demoServer, trustedStack } from '../../clients/trust.js';
import { approve, prompted } from '../../payments/approving.js';
import { anyPhone } from '../payer.js';
import { formOf, send } from './forms.js';
import { Shopper } from './shopper.js';
import { WordPressSite } from './wordpress-site.js';
import type { ShopOrder } from './wordpress-site.js';

/* What has hurt shops with other plug-ins. The shop has no webhook endpoint here unless a test delivers an event itself: its timer has to find out. */

jest.setTimeout(240_000);

const SECRET = `whsec_${randomBytes(24).toString('base64')}`;
const stack = trustedStack();
const paygate = demoServer(stack);
const databases = new StackDatabases(stack);
let browser: Browser;
let site: WordPressSite;
let shopper: Shopper;
let owner: Page;

beforeAll(async () => {
  browser = await startChromium();
  site = await WordPressSite.start(stack);
  shopper = new Shopper(site, new PayingCustomer(stack, browser, customerOf(stack)));
  // settings that name another Paygate than before begin with an endpoint of their own
  await site.eval(
    `update_option('paygate_base_url', '${stack.gateway.url}'); update_option('paygate_webhook_secret', '${SECRET}');`,
  );
  owner = await shopper.owner();
  await shopper.connect(owner, stack.gateway.url, stack.merchant.secretKey);
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
  await site.close();
});

/** Places an order that nobody has paid yet. */
async function place(title: string): Promise<ShopOrder> {
  const { address } = await site.sell(title, '600');
  await send(await formOf(address));
  return lastOrder();
}

async function lastOrder(): Promise<ShopOrder> {
  const order = (await site.orders()).at(-1);
  if (order === undefined) throw new Error('the shop has no order');
  return order;
}
const orderOf = async (number: string): Promise<ShopOrder | undefined> =>
  (await site.orders()).find((order) => order.number === number);
const endHold = (number: string): Promise<string> =>
  site.eval(
    `PaygateShop\\Db::run("UPDATE {orders} SET hold_until = UTC_TIMESTAMP() - INTERVAL 1 SECOND WHERE number = '${number}'");`,
  );
/** The payments of an order, as Paygate has them. */
async function paymentsOf(reference: string): Promise<readonly { id: string; status: string; amount: string }[]> {
  const { data } = await paygate.paymentIntents.list({ reference });
  return data;
}

/** Delivers an event as Paygate would. */
async function deliver(event: object, secret = SECRET): Promise<number> {
  const body = JSON.stringify({ mode: 'test', ...event });
  const headers = { 'service-signature': paygate.webhooks.generateTestHeaderString({ payload: body, secret }) };
  return (await fetch(`${site.url}/?rest_route=/paygate/v1/events`, { method: 'POST', body, headers })).status;
}

describe('an order', () => {
  test('is placed once by two clicks, and has one payment', async () => {
    const { address } = await site.sell('Deux clics', '900');
    const form = await formOf(address);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(form)));
    expect(new Set(answers.map(({ to }) => to)).size).toBe(1);
    const order = await lastOrder();
    expect(answers[0]?.to).toMatch(/\/checkout\//);
    expect((await paymentsOf(order.number)).map(({ status, amount }) => [status, amount])).toEqual([
      ['PENDING', '900'],
    ]);
    expect((await site.orders()).filter(({ token }) => token === form.fields.get('paygate_token')).length).toBe(1);
  });

  test('of another tab is another order: the one that is paid is the one that its customer sees', async () => {
    const { address } = await site.sell('Deux onglets', '800');
    const first = await shopper.order(address);
    const one = await lastOrder();
    const second = await shopper.order(address, 'en');
    const two = await lastOrder();
    expect(one.number).not.toBe(two.number);
    await shopper.pay(first, await shopper.askForCode(first, anyPhone('01')));
    expect(await shopper.comeBack(first)).toBe('Merci, votre commande est payée.');
    expect([(await orderOf(one.number))?.status, (await orderOf(two.number))?.status]).toEqual(['paid', 'pending']);
    await Promise.all([first, second].map((page) => page.context().close()));
  });

  test('takes the last piece from all others', async () => {
    const { address } = await site.sell('La dernière', '700', '1');
    const forms = await Promise.all(Array.from({ length: 5 }, () => formOf(address)));
    const answers = await Promise.all(forms.map((form) => send(form)));
    expect(answers.filter(({ to }) => to.includes('/checkout/')).length).toBe(1);
    expect(answers.filter(({ text }) => text.includes('Cet article est épuisé.')).length).toBe(4);
  });

  test('has the price that its page has shown: after a change the customer is asked again', async () => {
    const { id, address } = await site.sell('Le prix change', '1000');
    const form = await formOf(address);
    await site.eval(`update_post_meta(${id}, '_paygate_price', '1200');`);
    const answer = await send(form);
    expect([answer.to, answer.text.includes('Le prix a changé depuis l’ouverture de cette page.')]).toEqual(['', true]);
    const { to } = await send(await formOf(address));
    expect(to).toMatch(/\/checkout\//);
    const { number } = await lastOrder();
    await site.eval(`update_post_meta(${id}, '_paygate_price', '9000');`);
    expect((await paymentsOf(number)).map(({ amount }) => amount)).toEqual(['1200']);
  });

  test('has no cents: such a price is not saved, and the owner reads why', async () => {
    const { id } = await site.sell('Sans centimes', '500');
    await owner.goto(`${site.url}/wp-admin/post.php?post=${id}&action=edit`);
    await owner.locator('input[name="paygate_price"]').fill('10,50');
    await owner.locator('#publish').click();
    expect(await owner.locator('.notice-error').innerText()).toContain('le XAF n’a pas de centimes');
    expect(await owner.locator('input[name="paygate_price"]').inputValue()).toBe('500');
    await owner.locator('input[name="paygate_price"]').fill('10 500');
    await owner.locator('#publish').click();
    await owner.locator('#message').waitFor();
    expect(await owner.locator('input[name="paygate_price"]').inputValue()).toBe('10500');
  });
});

describe('the timer of the stock', () => {
  test('ends the payment before the order: nobody can pay it any more', async () => {
    const { number } = await place('Abandonnée');
    await endHold(number);
    await site.tick();
    expect([(await orderOf(number))?.status, (await paymentsOf(number))[0]?.status]).toEqual(['canceled', 'CANCELED']);
  });

  test('leaves an order whose customer is approving, and finds it paid although no event came', async () => {
    const { address } = await site.sell('En cours', '600');
    const page = await shopper.order(address);
    const { number } = await lastOrder();
    await shopper.customer.enter(page, await shopper.askForCode(page, anyPhone('04')));
    const [{ id } = { id: '' }] = await paymentsOf(number);
    const prompt = await prompted(databases, id);
    await endHold(number);
    await site.tick();
    expect((await orderOf(number))?.status).toBe('pending');
    await approve(new RailControl(stack.rails.control), prompt);
    await eventually(async () => (await paymentsOf(number))[0]?.status === 'COMPLETED');
    await site.tick();
    expect((await orderOf(number))?.status).toBe('paid');
    await page.context().close();
  });

  test('does not cancel what a customer has come back to pay', async () => {
    const order = await place('De retour');
    const held = await site.rows<{ hold_until: string }>(`SELECT hold_until FROM {orders} WHERE id = ${order.id}`);
    await send(await formOf(await site.eval(`echo PaygateShop\\Shop::addressOf(['token' => '${order.token}']);`)));
    const until = held[0]?.hold_until ?? '';
    await site.eval(`PaygateShop\\Orders::cancel(['id' => ${order.id}, 'hold_until' => '${until}']);`);
    expect((await orderOf(order.number))?.status).toBe('pending');
  });
});

describe('an event', () => {
  test('that comes before its order is refused, and comes again', async () => {
    const { number, amount } = await place('Trop tôt');
    const [{ id } = { id: '' }] = await paymentsOf(number);
    const shop = await site.eval("echo get_option('paygate_shop_id');");
    const intent = { id, status: 'COMPLETED', amount, currency: 'XAF', metadata: { shop, order: number } };
    const event = { id: 'evt_1', type: 'payment.completed', data: { paymentIntent: intent } };
    const rename = (to: string, from: string): Promise<string> =>
      site.eval(`PaygateShop\\Db::run("UPDATE {orders} SET number = '${to}' WHERE number = '${from}'");`);
    await rename('elsewhere', number);
    expect(await deliver(event)).toBe(503);
    await rename(number, 'elsewhere');
    expect([await deliver(event), await deliver(event)]).toEqual([200, 200]);
    expect(await orderOf(number)).toMatchObject({ status: 'paid', intent_id: id, note: null });
    // a second payment of the same order is money to give back
    await deliver({ ...event, data: { paymentIntent: { ...intent, id: 'pi_other' } } });
    expect(await orderOf(number)).toMatchObject({ status: 'paid', intent_id: id, note: 'paid again: pi_other' });
  });

  test('of another amount, of another mode, or of nobody, pays nothing', async () => {
    const { number } = await place('Faux');
    const shop = await site.eval("echo get_option('paygate_shop_id');");
    const paymentIntent = {
      id: 'pi_less',
      status: 'COMPLETED',
      amount: '6',
      currency: 'XAF',
      metadata: { shop, order: number },
    };
    const event = { id: 'evt_2', type: 'payment.completed', data: { paymentIntent } };
    expect(await deliver(event, `whsec_${randomBytes(24).toString('base64')}`)).toBe(400);
    expect((await orderOf(number))?.status).toBe('pending');
    const foreign = { ...paymentIntent, metadata: { shop: 'another shop', order: number } };
    expect(await deliver({ ...event, data: { paymentIntent: foreign } })).toBe(200);
    expect((await orderOf(number))?.status).toBe('pending');
    expect(await deliver({ ...event, mode: 'live' })).toBe(200);
    expect((await orderOf(number))?.status).toBe('pending');
    expect(await deliver(event)).toBe(200);
    expect(await orderOf(number)).toMatchObject({ status: 'review', note: 'paid 6 XAF' });
  });

  test('is not half taken over when the connection to the database breaks', async () => {
    const [before] = await site.rows<{ n: string }>('SELECT count(*) AS n FROM {orders}');
    const told = await site.eval(`
      function insert(string $token) { PaygateShop\\Db::run("INSERT INTO {orders} (token, item_id, title, amount, currency, created_at, hold_until) VALUES (%s, 1, 'x', 1, 'XAF', UTC_TIMESTAMP(), UTC_TIMESTAMP())", $token); }
      try {
        PaygateShop\\Db::within(function () {
          insert(str_repeat('1', 32));
          $id = mysqli_thread_id($GLOBALS['wpdb']->dbh);
          mysqli_query(mysqli_connect('localhost', 'root', '', 'wordpress', 0, getenv('SHOP_SOCKET')), "KILL $id");
          insert(str_repeat('2', 32));
        });
        echo 'taken over';
      } catch (RuntimeException) {}`);
    expect(told).not.toContain('taken over');
    expect(await site.rows('SELECT count(*) AS n FROM {orders}')).toEqual([before]);
  });
});

test('a refund is made once by two clicks, and never of more than is left', async () => {
  const { address } = await site.sell('À rendre', '1000');
  const page = await shopper.order(address);
  await shopper.pay(page, await shopper.askForCode(page, anyPhone('01')));
  await shopper.comeBack(page);
  await page.context().close();
  const { id, number, intent_id } = await lastOrder();
  const ask = (token: string, amount: string): Promise<string> =>
    site.eval(
      `try { PaygateShop\\Refunds::ask(${id}, '${amount}', '${token.repeat(32)}'); echo 'asked'; } catch (PaygateShop\\TooMuch) { echo 'too much'; }`,
    );
  expect(await Promise.all([ask('a', '600'), ask('a', '600'), ask('a', '600')])).toEqual(['asked', 'asked', 'asked']);
  expect(await ask('b', '401')).toBe('too much');
  await shopper.refund(owner, number);
  await shopper.settled().catch(() => undefined);
  await eventually(async () => {
    await site.tick();
    return (await paygate.paymentIntents.retrieveById(intent_id ?? '')).amountRefunded === '1000';
  });
  expect(await site.rows(`SELECT amount, status FROM {refunds} WHERE order_id = ${id} ORDER BY id`)).toEqual([
    { amount: '600', status: 'completed' },
    { amount: '400', status: 'completed' },
  ]);
});

test('a button and the block lead to an item or a payment link, in the language of the site', async () => {
  const { id } = await site.sell('Bouton', '600');
  const link = await paygate.paymentLinks.create({ currency: 'XAF', amount: '500', description: 'Don' });
  const shown = await site.eval(`
    wp_set_current_user(0);
    echo do_shortcode('[paygate_button item="${id}"]'), do_shortcode('[paygate_button link="${link.url}" text="Faire un don"]'), do_shortcode('[paygate_button link="javascript:alert(1)"]');
    echo render_block(['blockName' => 'paygate/button', 'attrs' => ['item' => ${id}], 'innerBlocks' => [], 'innerHTML' => '', 'innerContent' => []]);
    switch_to_locale('en_US'); echo do_shortcode('[paygate_button item="${id}"]');`);
  const buttons = [...shown.matchAll(/href="([^"]*)">([^<]*)</g)].map(([, href = '', text]) => [
    href.replace(/.*paygate_item=/, 'item '),
    text,
  ]);
  expect(buttons).toEqual([
    [`item ${id}`, 'Acheter'],
    [link.url, 'Faire un don'],
    [`item ${id}`, 'Acheter'],
    [`item ${id}`, 'Buy'],
  ]);
});

test('the editor of pages offers the block, in the language of the site', async () => {
  await owner.goto(`${site.url}/wp-admin/post-new.php`);
  await owner.waitForFunction("wp.blocks?.getBlockType('paygate/button') !== undefined");
  await owner.evaluate(
    "wp.data.dispatch('core/block-editor').insertBlock(wp.blocks.createBlock('paygate/button', {}))",
  );
  await owner.getByLabel('Numéro de l’article').waitFor();
  await owner.getByLabel('Ou l’adresse d’un lien de paiement').waitFor();
});
