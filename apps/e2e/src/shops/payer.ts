import { randomInt } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { PayingCustomer } from '../checkout/paying-customer.js';

/** A number of MTN that no test has used; its last two digits decide what its payer does. */
export const anyPhone = (digits: string): string => `+23767${String(randomInt(1e5)).padStart(5, '0')}${digits}`;

/** A customer of a shop on the payment page. */
export class Payer {
  constructor(
    readonly customer: PayingCustomer,
    private readonly shop: string,
  ) {}

  /** Names the phone on the payment page; returns its code. */
  async askForCode(page: Page, phoneNumber: string): Promise<string> {
    await page.locator('#phone').fill(phoneNumber);
    const code = await this.customer.codeAfter(phoneNumber, () => page.locator('form button').first().click());
    await page.locator('#code').waitFor();
    return code;
  }

  /** Enters the code, and waits until the page shows that the payment is made. */
  async pay(page: Page, code: string): Promise<void> {
    await this.customer.enter(page, code);
    await this.backLink(page).waitFor({ timeout: 120_000 });
  }

  /** The link from the payment page back to the shop, which is shown when the payment is made. */
  protected backLink(page: Page): ReturnType<Page['locator']> {
    return page.locator(`a[href^="${this.shop}"][href*="paymentIntentId"]`);
  }
}
