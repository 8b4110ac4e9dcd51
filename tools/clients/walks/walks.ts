/**
 * Walks through a payment as shops in Python and PHP on the started local stack (`npm start`): creation with a key that is repeated, confirmation by
 * mobile money in test mode, the verified event, a refund, the balance, payouts and events. `npm run walks` needs PHP with curl and httpx in the
 * interpreter that PYTHON names, and fails without them.
 */
import { execFileSync } from 'node:child_process';
import { isDeepStrictEqual } from 'node:util';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { python } from '../wheel.ts';

interface Facts {
  readonly gateway: { readonly url: string; readonly ca: string };
  readonly merchant: { readonly secretKey: string; readonly publishableKey: string };
  readonly ownEndpoint: { readonly url: string };
}
const { gateway, merchant, ownEndpoint } = JSON.parse(readFileSync('.local/stack.json', 'utf8')) as Facts;
const expected = {
  metadata: { note: 'é' },
  refund: ['2000', true],
  balance: 'XAF',
  payouts: ['payout_destination_not_found', []],
  events: [true, true],
};

for (const [program, walk] of [
  [python, 'walk.py'],
  ['php', 'walk.php'],
] as const) {
  const began = performance.now();
  const printed = execFileSync(program, [`tools/clients/walks/${walk}`], {
    encoding: 'utf8',
    timeout: 300_000,
    env: {
      ...process.env,
      PYTHONPATH: resolve('libs/sdk-python/src'),
      PYTHONDONTWRITEBYTECODE: '1',
      PAYGATE_AUTOLOAD: resolve('libs/sdk-php/tests/sources.php'),
      PAYGATE_BASE_URL: gateway.url,
      PAYGATE_SECRET_KEY: merchant.secretKey,
      PAYGATE_PUBLISHABLE_KEY: merchant.publishableKey,
      SSL_CERT_FILE: resolve(gateway.ca),
      SHOP_PORT: new URL(ownEndpoint.url).port,
      PHONE: '+237697770001',
    },
  });
  if (!isDeepStrictEqual(JSON.parse(printed), expected)) throw new Error(`${walk} has printed ${printed}`);
  console.log(`${walk}: paid, verified and refunded in ${String(Math.round((performance.now() - began) / 1000))} s`);
}
