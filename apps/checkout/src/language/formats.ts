import type { Language } from '@paygate/contracts';

const locales: Readonly<Record<Language, string>> = { fr: 'fr-CM', en: 'en-CM' };
/** The first market's. A page without script cannot know the customer's. */
const TIME_ZONE = 'Africa/Douala';

interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly currencyExponent: number;
}

/** An amount of minor units as people of the language write it. */
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
  return format.format(decimal as Intl.StringNumericLiteral);
}

const GROUPED = /^[0-9]{1,3}([\s.,'’][0-9]{3})+$/;
const CURRENCY = /\s*(?:f|fcfa|f\s?cfa|xaf|xof)\.?$/i;

/** An amount of whole major units as a person types it, `5 000 F`, in minor units; undefined for any other text. */
export function amountOf(typed: string, currencyExponent: number): string | undefined {
  const figures = typed.normalize('NFKC').trim().replace(CURRENCY, '');
  const digits = GROUPED.test(figures) ? figures.replaceAll(/[^0-9]/g, '') : figures;
  if (!/^[0-9]{1,12}$/.test(digits)) return undefined;
  const amount = digits.replace(/^0+/, '') + '0'.repeat(currencyExponent);
  return /^[1-9][0-9]{0,11}$/.test(amount) ? amount : undefined;
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

/** A phone number as a person types it, in E.164: without separators, and with a country code. */
export function phoneNumberOf(typed: string, prefix: string): string {
  const plain = typed.replaceAll(/[\s.()/_-]/g, '').replace(/^00/, '+');
  return plain.startsWith('+') ? plain : prefix + plain;
}

/** A code as it was typed or pasted, without what is no digit. */
export function codeOf(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/\D/g, '').slice(0, 10);
}
