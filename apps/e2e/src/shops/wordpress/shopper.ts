import type { Page } from 'playwright-core';
import { eventually } from '@paygate/testing';
import type { PayingCustomer } from '../../checkout/paying-customer.js';
import { Payer } from '../payer.js';
import { ADMIN } from './wordpress-site.js';
import type { WordPressSite } from './wordpress-site.js';

/** A customer of the shop in a browser. */
export class Shopper extends Payer {
  constructor(
    readonly site: WordPressSite,
    customer: PayingCustomer,
  ) {
    super(customer, site.url);
  }

  /** From the page of an item to the payment page; returns it with the address of the order in the shop. */
  async order(address: string, language: 'fr' | 'en' = 'fr'): Promise<Page> {
    const page = await this.customer.browse(language);
    await page.goto(address);
    await page.locator('main form button, .entry-content form button').first().click();
    await page.locator('#phone').waitFor();
    return page;
  }

  /** Goes back to the shop, and returns what it says of the order. */
  async comeBack(page: Page): Promise<string> {
    await this.backLink(page).click();
    return page.locator('[role="status"]').innerText();
  }

  /** The dashboard of the shop, as its owner opens it. */
  async owner(): Promise<Page> {
    const page = await this.customer.browse('fr');
    await page.goto(`${this.site.url}/wp-login.php`);
    await page.locator('#user_login').fill(ADMIN.name);
    await page.locator('#user_pass').fill(ADMIN.password);
    await page.locator('#wp-submit').click();
    await page.locator('#wpadminbar').waitFor();
    return page;
  }

  /** Connects the shop to the stack in its settings: it registers its own webhook endpoint. */
  async connect(owner: Page, baseUrl: string, secretKey: string): Promise<void> {
    await owner.goto(`${this.site.url}/wp-admin/options-general.php?page=paygate`);
    await owner.locator('#paygate_base_url').fill(baseUrl);
    await owner.locator('#paygate_secret_key').fill(secretKey);
    await owner.locator('#submit').click();
    await owner.locator('.notice-success').waitFor();
  }

  /** Refunds an order on the page of orders; everything that is left where no amount is given. */
  async refund(owner: Page, number: string, amount = ''): Promise<void> {
    await owner.goto(`${this.site.url}/wp-admin/edit.php?post_type=paygate_item&page=paygate-orders`);
    const row = owner.locator(`tr[data-order="${number}"]`);
    await row.locator('input[name="amount"]').fill(amount);
    await row.locator('button').click();
  }

  /** Waits until the timer has left no order and no refund open. */
  async settled(): Promise<void> {
    await eventually(
      async () => {
        await this.site.tick();
        const open = await this.site.rows<{ n: string }>(
          "SELECT (SELECT count(*) FROM {orders} WHERE status = 'pending') + (SELECT count(*) FROM {refunds} WHERE status IN ('asked', 'pending')) AS n",
        );
        return open[0]?.n === '0';
      },
      { intervalMs: 1_000 },
    );
  }
}
