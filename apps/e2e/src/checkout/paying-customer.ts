import type { Stack, StackUser } from '@paygate/testing';
import { inboxMessages, newCode } from '@paygate/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { demoServer } from '../clients/trust.js';
import { contextFor } from './browser.js';

export interface OpenPayment {
  readonly id: string;
  readonly link: string;
}

/** A customer of the stack's demo merchant, in a browser. */
export class PayingCustomer {
  private readonly paygate;

  constructor(
    private readonly stack: Stack,
    private readonly browser: Browser,
    readonly user: StackUser,
  ) {
    this.paygate = demoServer(stack);
  }

  /** An intent with its link. */
  async order(fields: object = {}): Promise<OpenPayment> {
    const shop = { returnUrl: 'https://shop.example/thanks', cancelUrl: 'https://shop.example/cart' };
    const order = { amount: '700', currency: 'XAF', ...shop, ...fields } as const;
    const { id, checkoutUrl } = await this.paygate.paymentIntents.create(order);
    return { id, link: checkoutUrl ?? 'the stack has no payment page' };
  }

  cancel(id: string): Promise<unknown> {
    return this.paygate.paymentIntents.cancel(id);
  }

  /** The status of a payment, as its merchant reads it. */
  async statusOf(id: string): Promise<string> {
    return (await this.paygate.paymentIntents.retrieveById(id)).status;
  }

  /** The page of a payment in a browser of its own. */
  async open({ link }: OpenPayment, language: 'fr' | 'en', more: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.browse(language, more);
    await page.goto(link);
    return page;
  }

  /** An empty page in a browser of its own. */
  async browse(language: 'fr' | 'en', more: BrowserContextOptions = {}): Promise<Page> {
    const context = await contextFor(this.browser, language, { bypassCSP: false, ...more });
    return context.newPage();
  }

  /** From the first page to that of the code; returns the code. */
  async signIn(page: Page): Promise<string> {
    const { phoneNumber, password } = this.user;
    await page.locator('a[href$="/wallet"]').click();
    await page.locator('#phone').fill(phoneNumber);
    await page.locator('#password').fill(password);
    return this.codeAfter(phoneNumber, () => page.locator('form button').first().click());
  }

  /** The code that a phone gets because of `send`. */
  async codeAfter(phoneNumber: string, send: () => Promise<unknown>): Promise<string> {
    const seen = await inboxMessages(this.stack, phoneNumber);
    await send();
    return newCode(this.stack, phoneNumber, seen);
  }

  async enter(page: Page, code: string): Promise<void> {
    await page.locator('#code').fill(code);
    await page.locator('form button').first().click();
  }
}
