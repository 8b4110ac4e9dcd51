import type { Mode, WalletFreezeAct, WalletsListed } from '@paygate/contracts';
import {
  freezeWallet,
  isLine,
  listWallets,
  modes,
  WALLET_FREEZE_REASON_MAX,
  walletFreezeActs,
} from '@paygate/contracts';
import { BadUsage } from '../bad-usage.js';
import type { Operator } from '../operator.js';
import { accepted } from '../operator.js';
import { idOf, timeOf } from '../typed-words.js';

type Work = (operator: Pick<Operator, 'send'>) => Promise<object>;

/** The currency of every wallet. */
const CURRENCY = 'XAF' as const;

/** The commands on the wallets of users. */
export const walletCommands = [
  ['wallets', { takes: ['mode', 'dormant since'], workOf: walletsByState }],
  ...walletFreezeActs.map(
    (act) => [`${act}-wallet`, { takes: ['user id', 'mode', 'reason'], mayTake: act, workOf: freezeOf(act) }] as const,
  ),
] as const;

/** The wallets of a mode by state, whether their sum is what the ledger has, and those with money that nothing has moved since a time. */
function walletsByState(...[word = '', since = '']: readonly string[]): Work {
  const mode = modeOf(word);
  const dormantSince = timeOf(since);
  return async ({ send }) => compared(accepted(await send(listWallets, { mode, currency: CURRENCY, dormantSince })));
}

/** The act that the command describes and, with its last word, performs. */
function freezeOf(act: WalletFreezeAct): (...words: readonly string[]) => Work {
  return (user = '', word = '', reason = '', confirmed?: string) => {
    if (!isLine(reason, WALLET_FREEZE_REASON_MAX))
      throw new BadUsage(`the reason must be one line of 1 to ${WALLET_FREEZE_REASON_MAX} visible characters`);
    const command = { userId: idOf('user', user), mode: modeOf(word), currency: CURRENCY, act, reason };
    if (confirmed === undefined) return () => Promise.resolve({ wouldBe: command });
    return async ({ send }) => accepted(await send(freezeWallet, command));
  };
}

function modeOf(word: string): Mode {
  const mode = modes.find((known) => known === word);
  if (mode === undefined) throw new BadUsage(`"${word}" is not a mode: ${modes.join(', ')}`);
  return mode;
}

function compared(listed: WalletsListed): object {
  const balance = listed.states.reduce((sum, state) => sum + BigInt(state.balance), 0n);
  const difference = balance - BigInt(listed.ofLedger);
  return Object.assign({ balance: balance.toString(), differsFromLedger: difference.toString() }, listed);
}
