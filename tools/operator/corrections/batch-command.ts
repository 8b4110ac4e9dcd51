import { cancelPayoutBatch, listPayoutBatches, modes, PAGE_MAX_BATCHES, pausePayoutBatch } from '@paygate/contracts';
import type { Mode } from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { idOf } from '../typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The act of the installation's team on a batch of payouts: it stops money, and never sends any. */
const acts = { pause: pausePayoutBatch, cancel: cancelPayoutBatch } as const;

/** The commands on batches of payouts. */
export const batchCommands = [
  ['payout-batches', { takes: ['merchant id', 'mode'], workOf: newestBatches }],
  [
    'stop-payout-batch',
    { takes: ['merchant id', 'mode', 'batch id', Object.keys(acts).join('|')], workOf: stopOfBatch },
  ],
] as const;

function newestBatches(...[merchant = '', mode = '']: readonly string[]): Work {
  const account = accountOf(merchant, mode);
  return async ({ send }) => accepted(await send(listPayoutBatches, { ...account, limit: PAGE_MAX_BATCHES }));
}

/** Pauses a batch, or cancels what is left of it. Its merchant resumes it. */
function stopOfBatch(...[merchant = '', mode = '', batch = '', word = '']: readonly string[]): Work {
  const ids = { ...accountOf(merchant, mode), batchId: idOf('payoutBatch', batch) };
  if (word !== 'pause' && word !== 'cancel')
    throw new BadUsage(`"${word}" is not an act: ${Object.keys(acts).join(', ')}`);
  return async ({ send }) => accepted(await send(acts[word], ids));
}

function accountOf(merchant: string, word: string): { readonly merchantId: string; readonly mode: Mode } {
  const mode = modes.find((known) => known === word);
  if (mode === undefined) throw new BadUsage(`"${word}" is not a mode: ${modes.join(', ')}`);
  return { merchantId: idOf('merchant', merchant), mode };
}
