import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { deliveriesOf, deliveryOf, eventually, StackDatabases, stackProcesses } from '@paygate/testing';
import type { Browser } from 'playwright-core';
import { PayingCustomer } from '../checkout/paying-customer.js';
import { startChromium } from '../clients/chromium.js';
import { customerOf } from '../clients/shop.js';
import { trustedStack } from '../clients/trust.js';

/* The page of a payment while a process behind it is killed. */

jest.setTimeout(240_000);

const stack = trustedStack();
const databases = new StackDatabases(stack);
/** Every instance: any of them executes a charge. */
const chargings = stack.services.filter(({ service }) => service === 'charging').map(({ name }) => name);
let browser: Browser;
let customer: PayingCustomer;

beforeAll(async () => {
  browser = await startChromium();
  customer = new PayingCustomer(stack, browser, customerOf(stack));
});
afterAll(async () => {
  await Promise.all([browser.close(), databases.close()]);
});

describe('a payment in the middle of which a process is killed', () => {
  test.each(['checkout', 'gateway', 'charging'])(
    '[3.15] %s: the page recovers to the truth, and charges once',
    async (name) => {
      const order = await customer.order();
      const page = await customer.open(order, 'en');
      const code = await customer.signIn(page);
      // the charge is accepted and cannot end: the page waits for it while the process is killed
      await stackProcesses.whileStopped(chargings, async () => {
        await page.locator('#code').fill(code);
        await page.locator('form button').first().click({ noWaitAfter: true });
        await eventually(async () => (await customer.statusOf(order.id)) === 'PROCESSING');
        await stackProcesses.replaced(name, 'SIGKILL');
      });
      await eventually(
        async () => {
          const paid = (
            await page
              .locator('h1')
              .innerText()
              .catch(() => '')
          ).includes('Paid');
          if (!paid) await page.reload().catch(() => undefined);
          return paid;
        },
        { intervalMs: 500 },
      );
      await deliveryOf(stack, order.id, 'payment.completed');
      const charges = await databases.query('charging', 'SELECT 1 FROM charge WHERE intent_id = $1', [order.id]);
      expect([charges.length, (await deliveriesOf(stack, order.id)).length]).toEqual([1, 1]);
      await page.context().close();
    },
  );
});
