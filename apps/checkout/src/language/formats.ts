import type { Language } from '@paygate/contracts';

const locales: Readonly<Record<Language, string>> = { fr: 'fr-CM', en: 'en-CM' };
/** The first market's. A page without script cannot know the customer's. */
const TIME_ZONE = 'Africa/Douala';

interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly currencyExponent: number;
}

/** An amount of minor units: the number as the language writes it, then the currency, as people in Cameroon write it. */
export function amountText({ amount, currency, currencyExponent }: Money, language: Language): string {
  const digits = amount.padStart(currencyExponent + 1, '0');
  const whole = digits.slice(0, digits.length - currencyExponent);
  const decimal = currencyExponent === 0 ? whole : `${whole}.${digits.slice(-currencyExponent)}`;
  const format = new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency,
    minimumFractionDigits: currencyExponent,
    maximumFractionDigits: currencyExponent,
  });
  const parts = format.formatToParts(decimal as Intl.StringNumericLiteral);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  const number = parts.filter(({ type }) => type !== 'currency').map(({ value }) => value);
  return `${number.join('').trim()}\u00a0${sign}`;
}

/** Hours and minutes of a moment. */
export function timeText(timestamp: string, language: Language): string {
  return new Intl.DateTimeFormat(locales[language], { timeStyle: 'short', timeZone: TIME_ZONE }).format(
    new Date(timestamp),
  );
}

/** Day and time of a moment. */
export function dateText(timestamp: string, language: Language): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE } as const;
  return new Intl.DateTimeFormat(locales[language], style).format(new Date(timestamp));
}
