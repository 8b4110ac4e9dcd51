import type { Currency } from '@paygate/contracts';
import { AMOUNT_PATTERN, currencies } from '@paygate/contracts';
import { PaygateError } from './errors.js';

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

/** An amount for people, in major units with plain spaces: `5 000 XAF`. Not for machines. */
export function displayAmount(minorUnits: bigint, currency: Currency): string {
  const exponent: number = currencies[currency].exponent;
  const digits = formatAmount(minorUnits).padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent).replace(/\B(?=([0-9]{3})+$)/g, ' ');
  const fraction = exponent === 0 ? '' : `.${digits.slice(-exponent)}`;
  return `${whole}${fraction} ${currency}`;
}
