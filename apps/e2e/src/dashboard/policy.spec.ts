import { expect, test } from '@jest/globals';
import { readStack } from '@paygate/testing';
import { startChromium } from '../clients/chromium.js';
import { openDashboard } from './dashboard-browser.js';

const { url } = readStack().dashboard;

test('the policy of the pages runs no inline script or handler, and sends nothing to another origin', async () => {
  const browser = await startChromium();
  const { page } = await openDashboard(browser, `${url}sign-in`);
  const tried = await page.evaluate(`(async () => {
    const outcome = async (work) => { try { await work(); return 'done'; } catch (error) { return error.name; } };
    const markup = await outcome(() => { document.body.innerHTML += '<img src=x onerror="document.title=1">'; });
    const script = await outcome(() => {
      const inline = document.createElement('script');
      inline.append('document.title = "harmed"');
      document.body.append(inline);
    });
    const away = await outcome(() => fetch('https://evil.example/', { mode: 'no-cors' }));
    return { markup, script, away, title: document.title };
  })()`);
  expect(tried).toMatchObject({ markup: 'TypeError', away: 'TypeError', title: expect.not.stringContaining('harmed') });
  await browser.close();
});
