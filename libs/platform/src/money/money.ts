import { AMOUNT_PATTERN } from '@paygate/contracts';
import { PaygateError } from '../errors/errors.js';

/** The largest amount of the API, in minor units. */
export const MAX_AMOUNT = 999_999_999_999n;

/** Reads an amount of the API as minor units. Throws `amount_invalid` for any other spelling. */
export function parseAmount(text: string): bigint {
  if (!AMOUNT_PATTERN.test(text)) throw new PaygateError('amount_invalid');
  return BigInt(text);
}

/** Writes minor units as the API does; zero is allowed (a fee, a balance). Throws RangeError beyond the bounds. */
export function formatAmount(minorUnits: bigint): string {
  if (minorUnits < 0n || minorUnits > MAX_AMOUNT) throw new RangeError('amount out of range');
  return minorUnits.toString();
}
