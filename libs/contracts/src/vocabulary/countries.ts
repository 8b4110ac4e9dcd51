import type { Currency } from './money.js';

/** ISO 3166-1: the countries of merchant accounts, each with its ISO 4217 currency. */
export const countries = {
  ...{ CM: 'XAF', CF: 'XAF', TD: 'XAF', CG: 'XAF', GQ: 'XAF', GA: 'XAF' },
  ...{ BJ: 'XOF', BF: 'XOF', CI: 'XOF', GW: 'XOF', ML: 'XOF', NE: 'XOF', SN: 'XOF', TG: 'XOF' },
} as const satisfies Readonly<Record<string, Currency>>;

/** Alphabetic code of a country of merchant accounts. */
export type Country = keyof typeof countries;

export const countryCodes = Object.keys(countries) as readonly Country[];
