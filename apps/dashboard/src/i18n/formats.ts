import { dayAt, exponentOf, momentText, moneyText } from '@paygate/paper';
import type { PaperLanguage } from '@paygate/paper';

/** The formats in which a language writes values of the API. Days and times are those of Africa/Douala. */
export interface Formats {
  /** An amount of minor units with its currency, whose exponent is that of ISO 4217 when it is not given. */
  readonly money: (amount: string, currency: string, exponent?: number) => string;
  /** A name, a colon, and what it names. */
  readonly named: (name: string, text: string) => string;
  readonly count: (value: number) => string;
  readonly percent: (part: number) => string;
  /** Date and time, to the minute, without a year that is this one. */
  readonly moment: (timestamp: string) => string;
  /** Date and time, to the second. */
  readonly time: (timestamp: string) => string;
  readonly day: (timestamp: string) => string;
  readonly hour: (timestamp: string) => string;
}

/** The formats of a language. */
export function formatsOf(language: PaperLanguage): Formats {
  const counts = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    money: (amount, currency, exponent = exponentOf(currency)) => moneyText({ amount, currency, exponent }, language),
    named: (name, text) => `${name}${language === 'fr' ? '\u00a0' : ''}: ${text}`,
    count: (value) => counts.format(value),
    percent: (part) => percents.format(part),
    moment: (timestamp) => {
      const isThisYear = yearOf(timestamp) === yearOf(new Date().toISOString());
      return momentText(timestamp, language, isThisYear ? 'minuteOfYear' : 'minute');
    },
    time: (timestamp) => momentText(timestamp, language, 'second'),
    day: (timestamp) => momentText(timestamp, language, 'day'),
    hour: (timestamp) => momentText(timestamp, language, 'hour'),
  };
}

function yearOf(timestamp: string): string {
  return dayAt(timestamp).slice(0, 4);
}
