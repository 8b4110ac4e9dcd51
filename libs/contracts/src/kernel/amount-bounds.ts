import { ValidateBy } from 'class-validator';
import type { Refusal } from './message.js';
import { refuse } from './message.js';
import { operatorCurrencies } from '../vocabulary/mobile-numbers.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { currencies, currencyCodes, walletCurrencies } from '../vocabulary/money.js';

/** The smallest and the largest amount of a payment, inclusive, in minor units. */
export interface AmountBounds {
  readonly min: bigint;
  readonly max: bigint;
}

const BOUNDS_ENTRY = /^([A-Z]{3}):([1-9][0-9]{0,11})-([1-9][0-9]{0,11})$/;

/** The bounds where none are configured. */
export const STANDARD_AMOUNT_BOUNDS: readonly string[] = ['XAF:100-1000000'];

/** Smallest and largest amount per currency, from `<currency>:<min>-<max>` entries in minor units. */
export function parseAmountBounds(entries: readonly string[]): ReadonlyMap<string, AmountBounds> {
  return new Map(
    entries.flatMap((entry) => {
      const [, currency = '', min = '0', max = '0'] = BOUNDS_ENTRY.exec(entry) ?? [];
      return currency === '' ? [] : [[currency, { min: BigInt(min), max: BigInt(max) }] as const];
    }),
  );
}

/** The rule of a variable that holds such entries, each for one currency. */
export const AreAmountBounds = (): PropertyDecorator =>
  ValidateBy({
    name: 'amountBounds',
    validator: {
      validate: areAmountBounds,
      defaultMessage: () => `$property must give <currency>:<min>-<max> once for some of ${currencyCodes.join(', ')}`,
    },
  });

function areAmountBounds(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((entry) => typeof entry === 'string')) return false;
  const bounds = parseAmountBounds(value);
  return (
    bounds.size === value.length &&
    value.length > 0 &&
    [...bounds.keys()].every((currency) => currencyCodes.some((known) => known === currency)) &&
    [...bounds.values()].every(({ min, max }) => min <= max)
  );
}

/** The currencies that an installation takes in each mode, with their bounds. */
export type TakenCurrencies = Readonly<Record<Mode, ReadonlyMap<string, AmountBounds>>>;

/** The currencies of `entries` as {@link parseAmountBounds} reads them. Live payments are in none that nobody could pay, whatever is configured. */
export function takenCurrencies(entries: readonly string[]): TakenCurrencies {
  const test = parseAmountBounds(entries);
  const paid: readonly string[] = [...Object.values(operatorCurrencies).flat(), ...walletCurrencies];
  return { test, live: new Map([...test].filter(([currency]) => paid.includes(currency))) };
}

/** The refusal of a currency that is not taken in a mode. An account of any country goes on with the others. */
export function currencyRefusal(
  { currency, mode }: { readonly currency: Currency; readonly mode: Mode },
  taken: TakenCurrencies,
): Refusal {
  const others = [...taken[mode].keys()].join(', ');
  const detail = `Payments in ${currency} are not accepted here, only in ${others}: also for an account of a country that is no longer offered.`;
  return refuse('currency_unsupported', { param: 'currency', detail });
}

/** An amount is at least the minimum of its currency. */
const isTooSmall = (amount: bigint, bounds: AmountBounds): boolean => amount < bounds.min;

/** An amount is at most the maximum of its currency. */
const isTooLarge = (amount: bigint, bounds: AmountBounds): boolean => amount > bounds.max;

/** The refusal of an amount outside its bounds; undefined for one within them. */
export function amountRefusal(amount: bigint, currency: Currency, bounds: AmountBounds): Refusal | undefined {
  const { exponent: currencyExponent } = currencies[currency];
  const fields = { min: bounds.min.toString(), max: bounds.max.toString(), currencyExponent };
  const refusal = (code: 'amount_too_small' | 'amount_too_large', bound: string): Refusal =>
    refuse(code, {
      param: 'amount',
      detail: `amount must be ${bound}, in the minor unit of ${currency} (exponent ${currencyExponent}).`,
      fields,
    });
  if (isTooSmall(amount, bounds)) return refusal('amount_too_small', `at least ${fields.min}`);
  if (isTooLarge(amount, bounds)) return refusal('amount_too_large', `at most ${fields.max}`);
  return undefined;
}
