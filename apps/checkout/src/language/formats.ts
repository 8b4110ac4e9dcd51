import type { Language } from '@paygate/contracts';
import { momentText, moneyText } from '@paygate/paper';

interface Amount {
  readonly amount: string;
  readonly currency: string;
  readonly currencyExponent: number;
}

/** An amount of minor units: the number as the language writes it, then the currency, as people in Cameroon write it. */
export function amountText({ currencyExponent, ...money }: Amount, language: Language): string {
  return moneyText({ ...money, exponent: currencyExponent }, language);
}

/** Hours and minutes of a moment. */
export function timeText(timestamp: string, language: Language): string {
  return momentText(timestamp, language, 'hour');
}

/** Day and time of a moment in a list. */
export function minuteText(timestamp: string, language: Language): string {
  return momentText(timestamp, language, 'minute');
}

/** Day and time of a moment, with their zone: a receipt is read anywhere. */
export function dateText(timestamp: string, language: Language): string {
  return `${momentText(timestamp, language, 'long')} (${zones[language]})`;
}

const zones: Readonly<Record<Language, string>> = { fr: 'heure de Douala', en: 'Douala time' };
