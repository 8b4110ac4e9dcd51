/** The separator of cells for the spreadsheets of a language: French ones write decimals with a comma. */
export type Separator = ',' | ';';

/** The formats in which a language writes values of the API. */
export interface Formats {
  /** An amount of minor units with its currency, whose exponent is that of ISO 4217 when it is not given. */
  readonly money: (amount: string, currency: string, exponent?: number) => string;
  readonly count: (value: number) => string;
  readonly percent: (part: number) => string;
  /** Date and time, to the minute, without a year that is this one. */
  readonly moment: (timestamp: string) => string;
  /** Date and time, to the second. */
  readonly time: (timestamp: string) => string;
  readonly day: (timestamp: string) => string;
  readonly hour: (timestamp: string) => string;
}

/** The formats of a language. Times are those of the browser's time zone. */
export function formatsOf(language: string): Formats {
  const counts = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const times = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  const minutes = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const;
  const moments = new Intl.DateTimeFormat(language, minutes);
  const distant = new Intl.DateTimeFormat(language, { year: 'numeric', ...minutes });
  const hours = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'medium' });
  return {
    money: (amount, currency, exponent = exponentOf(currency)) => moneyText(language, { amount, currency, exponent }),
    count: (value) => counts.format(value),
    percent: (part) => percents.format(part),
    moment: (timestamp) => {
      const at = new Date(timestamp);
      return (at.getFullYear() === new Date().getFullYear() ? moments : distant).format(at);
    },
    time: (timestamp) => times.format(new Date(timestamp)),
    day: (timestamp) => days.format(new Date(timestamp)),
    hour: (timestamp) => hours.format(new Date(timestamp)),
  };
}

/** The digits after the decimal point of a currency, by ISO 4217. */
export function exponentOf(currency: string): number {
  const { maximumFractionDigits = 0 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return maximumFractionDigits;
}

interface Money {
  readonly amount: string;
  readonly currency: string;
  readonly exponent: number;
}

/** An amount of minor units in the major unit. Digits are placed as text: an amount may be larger than a number holds exactly. */
export function decimalOf(amount: string, exponent: number): string {
  if (exponent === 0) return amount;
  const digits = amount.padStart(exponent + 1, '0');
  return `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}

/** The number, then the currency, in every language: a customer reads `5,000 FCFA` in the message of the operator, too. */
function moneyText(language: string, { amount, currency, exponent }: Money): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: exponent });
  const parts = format.formatToParts(decimalOf(amount, exponent) as `${number}`);
  const sign = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  const number = parts.filter(({ type }) => type !== 'currency').map(({ value }) => value);
  return `${number.join('').trim()}\u00a0${sign}`;
}
