import { AMOUNT_PATTERN } from '@paygate/contracts';
import { PaygateError } from '../errors/errors.js';

/** The largest amount a wire carries, in minor units. */
export const MAX_AMOUNT = 999_999_999_999n;

/** Minor units from the wire's digits. Throws `amount_invalid` for any other spelling. */
export function parseAmount(text: string): bigint {
  if (!AMOUNT_PATTERN.test(text)) throw new PaygateError('amount_invalid');
  return BigInt(text);
}

/** The wire's digits for minor units; zero is allowed (a fee, a balance). Throws RangeError for what no wire carries. */
export function formatAmount(minorUnits: bigint): string {
  if (minorUnits < 0n || minorUnits > MAX_AMOUNT) throw new RangeError('amount out of range');
  return minorUnits.toString();
}
