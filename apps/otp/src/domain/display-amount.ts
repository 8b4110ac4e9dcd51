import type { Currency } from '@paygate/contracts';
import { currencies } from '@paygate/contracts';

/** What people call the currency. */
const names: Readonly<Record<Currency, string>> = { XAF: 'FCFA', XOF: 'FCFA' };

/** An amount in minor units as people read it: 5000 XAF is "5 000 FCFA". Plain spaces, which every phone shows. */
export function displayAmount(money: { readonly amount: bigint; readonly currency: Currency }): string {
  const exponent: number = currencies[money.currency].exponent;
  const digits = money.amount.toString().padStart(exponent + 1, '0');
  const major = digits.slice(0, digits.length - exponent).replace(/\B(?=(?:\d{3})+$)/g, ' ');
  const minor = exponent > 0 ? `,${digits.slice(-exponent)}` : '';
  return `${major}${minor} ${names[money.currency]}`;
}
