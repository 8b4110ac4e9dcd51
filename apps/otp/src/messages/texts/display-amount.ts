import type { Currency, Language } from '@paygate/contracts';
import { currencies } from '@paygate/contracts';

/** The names of currencies that people use. */
const names: Readonly<Record<Currency, string>> = { XAF: 'FCFA', XOF: 'FCFA' };

/** The separators of thousands and fractions in a language. Plain spaces, which every phone shows. */
const marks: Readonly<Record<Language, { readonly thousands: string; readonly fraction: string }>> = {
  fr: { thousands: ' ', fraction: ',' },
  en: { thousands: ',', fraction: '.' },
};

/** An amount in minor units as people read it: 5000 XAF is "5 000 FCFA" in French and "5,000 FCFA" in English. */
export function displayAmount(
  money: { readonly amount: bigint; readonly currency: Currency },
  language: Language,
): string {
  const { thousands, fraction } = marks[language];
  const exponent: number = currencies[money.currency].exponent;
  const digits = money.amount.toString().padStart(exponent + 1, '0');
  const major = digits.slice(0, digits.length - exponent).replace(/\B(?=(?:\d{3})+$)/g, thousands);
  const minor = exponent > 0 ? `${fraction}${digits.slice(-exponent)}` : '';
  return `${major}${minor} ${names[money.currency]}`;
}
