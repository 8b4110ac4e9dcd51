import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { StartedService } from '@paygate/platform';
import { loadConfig, startService } from '@paygate/platform';
import { AppModule } from './app.module.js';
import { CheckoutConfig } from './config.js';
import { checkoutEdge, portOf } from './edge/checkout-edge.js';

/* The payment page in this process, without an API: addresses that need none. */

const key = Buffer.alloc(32, 'k').toString('base64');
const intent = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
let service: StartedService;

beforeAll(async () => {
  for (const file of ['page.css', 'page.js']) writeFileSync(join(folder, file), '');
  const config = loadConfig(CheckoutConfig, {
    ...{ PORT: '0', HEALTH_PORT: '0', DRAIN_SECONDS: '0', LOG_LEVEL: 'silent', BROWSER_FOLDER: folder },
    ...{ GATEWAY_URL: 'https://127.0.0.1:1', CHECKOUT_KEYS: key, CHECKOUT_COOKIE_KEYS: key },
  });
  service = await startService({ name: 'checkout', module: AppModule, config, http: checkoutEdge });
  await service.connected;
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string) =>
  fetch(`http://127.0.0.1:${portOf(service.app as never)}/checkout/${path}`, { redirect: 'manual' });

test('the address of a form leads to the page of its payment', async () => {
  const answer = await get(`${intent}/pay`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `/checkout/${intent}`]);
});

test.each(['%E2%82%AC', '%0d%0aset-cookie:x', '..%2f..%2fevil', '%2fevil.example', 'pi_1', `${intent}0`])(
  'what is no intent leads nowhere: %s',
  async (id) => {
    const answer = await get(`${id}/x`);
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
    expect(await answer.text()).toContain('<h1>');
  },
);
