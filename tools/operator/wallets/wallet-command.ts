import type { WalletsListed } from '@paygate/contracts';
import { listWallets, modes } from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { timeOf } from '../typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The currency of every wallet. */
const CURRENCY = 'XAF' as const;

/** The commands on the wallets of users. */
export const walletCommands = [['wallets', { takes: ['mode', 'dormant since'], workOf: walletsByState }]] as const;

/** The wallets of a mode by state, whether their sum is what the ledger has, and those with money that nothing has moved since a time. */
function walletsByState(...[word = '', since = '']: readonly string[]): Work {
  const mode = modes.find((known) => known === word);
  if (mode === undefined) throw new BadUsage(`"${word}" is not a mode: ${modes.join(', ')}`);
  const dormantSince = timeOf(since);
  return async ({ send }) => compared(accepted(await send(listWallets, { mode, currency: CURRENCY, dormantSince })));
}

function compared(listed: WalletsListed): object {
  const balance = listed.states.reduce((sum, state) => sum + BigInt(state.balance), 0n);
  const difference = balance - BigInt(listed.ofLedger);
  return Object.assign({ balance: balance.toString(), differsFromLedger: difference.toString() }, listed);
}
