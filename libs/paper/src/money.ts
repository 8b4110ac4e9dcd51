/** The languages of what people read. */
export type PaperLanguage = 'fr' | 'en';

/**
 * Where a text is read. `page`: screens and mails, with spaces that do not break a line and a minus sign. `message`: an SMS, whose GSM 7-bit
 * alphabet has neither.
 */
export type Medium = 'page' | 'message';

/** An amount of minor units: digits, with an ASCII minus sign before them where money leaves. */
export interface Money {
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
  /** The digits after the decimal point; that of ISO 4217 when absent. */
  readonly exponent?: number | undefined;
}

/** The names of currencies that people use. Any other currency has its sign. */
const names: Readonly<Partial<Record<string, string>>> = { XAF: 'FCFA', XOF: 'FCFA' };

const NO_BREAK = '\u00a0';
const NARROW_NO_BREAK = '\u202f';
const MINUS = '\u2212';

/** The number, then the currency, in every language: a customer reads `5,000 FCFA` in the message of the operator, too. */
export function moneyText(
  { amount, currency, exponent }: Money,
  language: PaperLanguage,
  medium: Medium = 'page',
): string {
  const number = numberText(decimalOf(amount, exponent ?? exponentOf(currency)), language, medium);
  return `${number}${medium === 'page' ? NO_BREAK : ' '}${signOf(currency)}`;
}

/** A decimal such as `-1234.5` as the language writes it. Digits are placed as text: it may be larger than a number holds exactly. */
export function numberText(decimal: string, language: PaperLanguage, medium: Medium = 'page'): string {
  const [, minus = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  const thousands = language === 'en' ? ',' : medium === 'page' ? NARROW_NO_BREAK : ' ';
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, thousands);
  const sign = minus === '' ? '' : medium === 'page' ? MINUS : '-';
  return `${sign}${grouped}${fraction === '' ? '' : `${language === 'en' ? '.' : ','}${fraction}`}`;
}

/** An amount of minor units as a decimal of the major unit, with an ASCII minus sign: `-1234.50`. */
export function decimalOf(amount: string, exponent: number): string {
  if (exponent === 0) return amount;
  const minus = amount.startsWith('-') ? '-' : '';
  const digits = amount.slice(minus.length).padStart(exponent + 1, '0');
  return `${minus}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The digits after the decimal point of a currency, by ISO 4217. */
export function exponentOf(currency: string): number {
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits;
}

function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('fr', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return names[currency] ?? parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
