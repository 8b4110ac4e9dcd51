/** ISO 4217: the currencies Paygate takes, with their exponent (digits after the decimal point of the major unit). */
export const currencies = { XAF: { exponent: 0 }, XOF: { exponent: 0 } } as const;

/** Alphabetic code of a supported currency. */
export type Currency = keyof typeof currencies;

export const currencyCodes = Object.keys(currencies) as readonly Currency[];

/** The currencies in which users have wallets. */
export const walletCurrencies: readonly Currency[] = ['XAF'];

/** An amount on every wire: digits in the currency's minor unit, no sign, no leading zero, at most 12 digits. */
export const AMOUNT_PATTERN = /^[1-9][0-9]{0,11}$/;
