import type { FeeMethod, FeesListed, FeeTerms } from '@paygate/contracts';
import { FEE_BPS_MAX, FEE_FIXED_MAX, feeMethods, listFees, setFee } from '@paygate/contracts';
import { BadUsage } from './bad-usage.js';
import type { Operator } from './operator.js';
import { accepted } from './operator.js';

/** Amounts for which the preview shows the fee, in minor units. */
const SHOWN_AMOUNTS = [100n, 1_043n, 10_000n, 1_000_000n];
const BPS_OF_WHOLE = 10_000n;

/** A schedule that an operator agrees with a merchant. */
export interface WantedFee {
  readonly merchantId: string;
  readonly terms: FeeTerms & { readonly effectiveFrom: string };
}

/** Reads method, share and fixed part from the words of a command line. */
export function feeWords(method: string, bps: string, fixed: string): Pick<FeeTerms, 'method' | 'bps' | 'fixed'> {
  const known = feeMethods.find((word) => word === method);
  if (known === undefined) throw new BadUsage(`"${method}" is not a method: ${feeMethods.join(', ')}`);
  return {
    method: known,
    bps: wholeOf(bps, FEE_BPS_MAX, 'share in basis points'),
    fixed: wholeOf(fixed, FEE_FIXED_MAX, 'fixed part in minor units'),
  };
}

/** The schedules of a merchant. */
export async function showFees({ send }: Pick<Operator, 'send'>, merchantId: string): Promise<object> {
  return accepted(await send(listFees, { merchantId }));
}

/** Previews a change of fees: the terms in force at that time, the wanted ones, and the fees of some amounts by both. */
export async function previewFee({ send }: Pick<Operator, 'send'>, { merchantId, terms }: WantedFee): Promise<object> {
  const now = termsAt(accepted(await send(listFees, { merchantId })), terms);
  const examples = SHOWN_AMOUNTS.map((amount) => ({
    amount: amount.toString(),
    ...(now === undefined ? {} : { fee: feeBy(now, amount) }),
    wouldBe: feeBy(terms, amount),
  }));
  return { method: terms.method, inForceThen: now ?? null, wouldBe: terms, examples };
}

/** Agrees the schedule. A repeat of the same one has no further effect. */
export async function agreeFee({ send }: Pick<Operator, 'send'>, wanted: WantedFee): Promise<object> {
  return accepted(await send(setFee, wanted));
}

function termsAt(
  { agreed = [], standard = [] }: Partial<FeesListed>,
  { method, effectiveFrom }: { readonly method: FeeMethod; readonly effectiveFrom: string },
): FeeTerms | undefined {
  const earlier = agreed.filter((terms) => terms.method === method && (terms.effectiveFrom ?? '') <= effectiveFrom);
  return earlier.at(-1) ?? standard.find((terms) => terms.method === method);
}

function feeBy({ bps, fixed }: Pick<FeeTerms, 'bps' | 'fixed'>, amount: bigint): string {
  const fee = (amount * BigInt(bps)) / BPS_OF_WHOLE + BigInt(fixed);
  return (fee < amount ? fee : amount - 1n).toString();
}

function wholeOf(word: string, most: number, what: string): number {
  const value = Number(word);
  if (/^\d{1,7}$/.test(word) && value <= most) return value;
  throw new BadUsage(`"${word}" is not a ${what}: a whole number up to ${most}`);
}
