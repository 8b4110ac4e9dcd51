import type { FloatAccount, FloatsListed, Mode } from '@paygate/contracts';
import { AMOUNT_PATTERN, floatAccounts, listFloats, modes, transferFloat } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';

/** The currency of every rail. */
const CURRENCY = 'XAF' as const;

/** A transfer that was made at the operator. Amount in minor units. */
export interface WantedFloatTransfer {
  readonly mode: Mode;
  readonly from: FloatAccount;
  readonly to: FloatAccount;
  readonly amount: string;
}

/** Reads a transfer from the words of a command line. */
export function floatWords(words: Readonly<Record<keyof WantedFloatTransfer, string>>): WantedFloatTransfer {
  const mode = modes.find((word) => word === words.mode);
  if (mode === undefined) throw new BadUsage(`"${words.mode}" is not a mode: ${modes.join(', ')}`);
  if (!AMOUNT_PATTERN.test(words.amount)) throw new BadUsage(`"${words.amount}" is not an amount in minor units`);
  return { mode, from: accountOf(words.from), to: accountOf(words.to), amount: words.amount };
}

/** Previews a transfer, with the newest ones: one that is recorded twice stands out. */
export async function previewFloatTransfer(
  { send }: Pick<Operator, 'send'>,
  { mode, from, to, amount }: WantedFloatTransfer,
): Promise<object> {
  const listed = accepted(await send(listFloats, { mode, currency: CURRENCY }));
  const [paying, receiving] = [balanceOf(listed, from), balanceOf(listed, to)];
  const moved = BigInt(amount);
  return {
    from: { account: from, balance: paying.toString(), wouldBe: (paying - moved).toString() },
    to: { account: to, balance: receiving.toString(), wouldBe: (receiving + moved).toString() },
    latest: listed.transfers,
  };
}

/** Records the transfer, once: a lost answer is asked for again under the same id. */
export async function makeFloatTransfer(
  { send }: Pick<Operator, 'send'>,
  wanted: WantedFloatTransfer,
): Promise<object> {
  const transferId = newId('transfer');
  return accepted(await send(transferFloat, { ...wanted, transferId, currency: CURRENCY }));
}

function accountOf(word: string): FloatAccount {
  const account = floatAccounts.find((known) => known === word);
  if (account === undefined) throw new BadUsage(`"${word}" is not an account: ${floatAccounts.join(', ')}`);
  return account;
}

function balanceOf({ floats }: FloatsListed, account: FloatAccount): bigint {
  return BigInt(floats.find((float) => float.account === account)?.balance ?? 0);
}
