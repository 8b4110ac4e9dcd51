import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { eventually } from '@paygate/testing';
import type { Browser, Page } from 'playwright-core';
import { PayingCustomer } from '../../checkout/paying-customer.js';
import { startChromium } from '../../clients/chromium.js';
import { customerOf } from '../../clients/shop.js';
import { demoServer, trustedStack } from '../../clients/trust.js';
import { anyPhone } from '../payer.js';
import { formOf, send } from './forms.js';
import { Shopper } from './shopper.js';
import { WordPressSite } from './wordpress-site.js';
import type { ShopOrder } from './wordpress-site.js';

/* Orders that nobody means to pay, and a database that was restored from a backup. */

jest.setTimeout(240_000);

const stack = trustedStack();
const paygate = demoServer(stack);
/** The setting of a shop behind a proxy: the address of its visitor from a header. */
const PROXY = `WPMU_PLUGIN_DIR . '/visitor.php'`;
let browser: Browser;
let site: WordPressSite;
let shopper: Shopper;
let owner: Page;

beforeAll(async () => {
  browser = await startChromium();
  site = await WordPressSite.start(stack);
  shopper = new Shopper(site, new PayingCustomer(stack, browser, customerOf(stack)));
  await site.eval(`update_option('paygate_base_url', '${stack.gateway.url}');
    update_option('paygate_webhook_secret', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    wp_mkdir_p(WPMU_PLUGIN_DIR);
    file_put_contents(${PROXY}, '<?php add_filter("paygate_visitor_address", fn ($address) => $_SERVER["HTTP_X_VISITOR"] ?? $address);');`);
  owner = await shopper.owner();
  await shopper.connect(owner, stack.gateway.url, stack.merchant.secretKey);
});
afterAll(async () => {
  await browser.close();
  await site.eval(`unlink(${PROXY});`);
  await site.close();
});

const FULL = 'Vous avez plusieurs commandes non payées.';

/** Opens the page of an item so many times, and sends all forms at once. */
async function orders(address: string, times: number, visitor: string): Promise<{ placed: number; refused: number }> {
  const forms = await Promise.all(Array.from({ length: times }, () => formOf(address)));
  const answers = await Promise.all(forms.map((form) => send(form, visitor)));
  const count = (is: (answer: { to: string; text: string }) => boolean): number => answers.filter(is).length;
  return { placed: count(({ to }) => to.includes('/checkout/')), refused: count(({ text }) => text.includes(FULL)) };
}

/** The orders of an item, oldest first. */
async function ordersOf(itemId: string): Promise<readonly ShopOrder[]> {
  return site.rows(
    `SELECT id, number, token, amount, status, intent_id, note FROM {orders} WHERE item_id = ${itemId} ORDER BY id`,
  );
}

/** Makes the database forget the last row of a table, as a backup of before does: its id is given again. */
async function restoreBefore(table: 'orders' | 'refunds', id: string): Promise<void> {
  await site.eval(
    `PaygateShop\\Db::run("DELETE FROM {${table}} WHERE id >= ${id}"); PaygateShop\\Db::run("ALTER TABLE {${table}} AUTO_INCREMENT = ${id}");`,
  );
}

describe('one visitor', () => {
  test('holds ten pieces of a limited stock at a time, in all items together', async () => {
    const [one, two] = [await site.sell('Limité', '600', '50'), await site.sell('Limité aussi', '600', '50')];
    expect(await orders(one.address, 8, '41.202.219.7')).toEqual({ placed: 8, refused: 0 });
    expect(await orders(two.address, 6, '41.202.219.7')).toEqual({ placed: 2, refused: 4 });
    expect(await orders(two.address, 2, '41.202.219.8')).toEqual({ placed: 2, refused: 0 });
    expect(await orders(two.address, 1, '::ffff:41.202.219.7')).toEqual({ placed: 0, refused: 1 });
    const [ended] = await ordersOf(one.id);
    await site.eval(
      `PaygateShop\\Db::run("UPDATE {orders} SET hold_until = UTC_TIMESTAMP() - INTERVAL 1 SECOND WHERE id = ${ended?.id ?? ''}");`,
    );
    await site.tick();
    expect(await orders(two.address, 2, '41.202.219.7')).toEqual({ placed: 1, refused: 1 });
    expect(await site.rows(`SELECT visitor FROM {orders} WHERE id = ${ended?.id ?? ''}`)).toEqual([{ visitor: null }]);
  });

  test('has all addresses of an IPv6 network', async () => {
    const { address } = await site.sell('Réseau', '600', '50');
    expect(await orders(address, 10, '2c0f:f930:0:1::1')).toEqual({ placed: 10, refused: 0 });
    expect(await orders(address, 1, '2c0f:f930:0:1:ffff::9')).toEqual({ placed: 0, refused: 1 });
    expect(await orders(address, 1, '2c0f:f930:0:2::1')).toEqual({ placed: 1, refused: 0 });
  });

  test('orders without a limit what has no end, and so do all who come through a proxy of the shop', async () => {
    const [endless, limited] = [await site.sell('Sans fin', '600'), await site.sell('Par un relais', '600', '50')];
    expect(await orders(endless.address, 12, '41.202.219.9')).toEqual({ placed: 12, refused: 0 });
    expect(await orders(limited.address, 12, '10.0.0.5')).toEqual({ placed: 12, refused: 0 });
  });
});

describe('the stock', () => {
  test('is not held for ever by somebody who begins to pay again and again', async () => {
    const { id, address } = await site.sell('Toujours', '600', '1');
    const form = await formOf(address);
    await send(form);
    const [order] = await ordersOf(id);
    const age = (minutes: number): Promise<string> =>
      site.eval(
        `PaygateShop\\Db::run("UPDATE {orders} SET created_at = UTC_TIMESTAMP() - INTERVAL ${minutes} MINUTE, hold_until = UTC_TIMESTAMP() WHERE id = ${order?.id ?? ''}");`,
      );
    await age(89);
    expect((await send(form)).to).toContain('/checkout/');
    await age(91);
    const { to } = await send(form);
    expect(to).toContain('paygate_order=');
    expect(await (await fetch(to)).text()).toContain('Le délai de paiement de cette commande est écoulé.');
    await site.tick();
    expect((await ordersOf(id))[0]?.status).toBe('canceled');
    expect(await orders(address, 1, '')).toMatchObject({ placed: 1 });
  });

  test('is free again in one minute, however many orders have ended', async () => {
    const { id } = await site.sell('Abandonnées', '600', '60');
    await site.eval(`for ($n = 0; $n < 60; $n++) PaygateShop\\Db::run(
      "INSERT INTO {orders} (number, token, item_id, title, amount, currency, created_at, hold_until)
       VALUES (%s, %s, ${id}, 'x', 600, 'XAF', UTC_TIMESTAMP(), UTC_TIMESTAMP() - INTERVAL 1 SECOND)", 'flood-' . bin2hex(random_bytes(4)), bin2hex(random_bytes(16)));`);
    await site.tick();
    expect(new Set((await ordersOf(id)).map(({ status }) => status))).toEqual(new Set(['canceled']));
  });
});

describe('a database that was restored', () => {
  test('gives no order the number of one that it forgot: a payment of that one pays no other', async () => {
    const { id, address } = await site.sell('Avant', '900');
    const page = await shopper.order(address);
    const [forgotten] = await ordersOf(id);
    await restoreBefore('orders', forgotten?.id ?? '');
    await send(await formOf(address));
    await shopper.pay(page, await shopper.askForCode(page, anyPhone('01')));
    await page.context().close();
    const [again] = await ordersOf(id);
    expect([again?.id, again?.number === forgotten?.number]).toEqual([forgotten?.id, false]);
    await site.tick();
    expect((await ordersOf(id))[0]).toMatchObject({ status: 'pending', intent_id: null });
    const { data } = await paygate.paymentIntents.list({ reference: again?.number ?? '' });
    expect(data.map(({ status }) => status)).toEqual(['PENDING']);
  });

  test('makes each refund that is asked for, also with the id of one that it forgot', async () => {
    const { id, address } = await site.sell('Rendu', '1000');
    const page = await shopper.order(address);
    await shopper.pay(page, await shopper.askForCode(page, anyPhone('01')));
    await shopper.comeBack(page);
    await page.context().close();
    const [order] = await ordersOf(id);
    const ask = async (token: string, amount: string): Promise<string> => {
      await site.eval(`PaygateShop\\Refunds::ask(${order?.id ?? ''}, '${amount}', '${token.repeat(32)}');`);
      const [last] = await site.rows<{ id: string }>('SELECT max(id) AS id FROM {refunds}');
      return last?.id ?? '';
    };
    await ask('b', '100');
    const forgotten = await ask('c', '300');
    await restoreBefore('refunds', forgotten);
    expect(await ask('d', '300')).toBe(forgotten);
    await eventually(
      async () => (await paygate.paymentIntents.retrieveById(order?.intent_id ?? '')).amountRefunded === '700',
    );
  });
});

test('the tables of the version before get what is new, also when many visitors come at once', async () => {
  await site.eval(`PaygateShop\\Db::run('ALTER TABLE {orders} DROP COLUMN visitor');
    PaygateShop\\Db::run('ALTER TABLE {refunds} DROP COLUMN nonce'); update_option('paygate_version', 1);`);
  const answers = await Promise.all(Array.from({ length: 6 }, () => fetch(`${site.url}/wp-login.php`)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const columns = await site.rows<{ Field: string }>('SHOW COLUMNS FROM {orders}');
  expect(columns.map(({ Field }) => Field)).toContain('visitor');
  expect((await site.rows<{ Field: string }>('SHOW COLUMNS FROM {refunds}')).map(({ Field }) => Field)).toContain(
    'nonce',
  );
});
