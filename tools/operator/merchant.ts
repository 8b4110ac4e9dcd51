/**
 * Changes a merchant's settings: `merchant.js <merchant id> <change>`. Prints the settings as they are then. Every change is
 * on the merchant's audit trail.
 */
import 'reflect-metadata';
import { setMerchant } from '@paygate/contracts';
import { merchantChanges } from './merchant-changes.js';
import { accepted, runAsOperator } from './operator.js';

const [merchantId, word] = process.argv.slice(2);
const change = merchantChanges.get(word ?? '');
if (merchantId === undefined || change === undefined)
  throw new TypeError(`usage: merchant.js <merchant id> <${[...merchantChanges.keys()].join('|')}>`);
await runAsOperator(async ({ ask }) => {
  console.log(JSON.stringify(accepted(await ask(setMerchant, { merchantId, ...change }))));
});
