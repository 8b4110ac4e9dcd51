import type { Country } from './countries.js';
import { countries } from './countries.js';
import type { Currency } from './money.js';

export const mobileOperators = ['mtn_momo', 'orange_money'] as const;
export type MobileOperator = (typeof mobileOperators)[number];

/** The mobile numbers of a country, in the form +237670000001. */
interface NumberingPlan {
  readonly mobile: RegExp;
  /** The beginnings of each operator's numbers, as the regulator assigns blocks. A customer may have taken a number to another operator, so a request may name it. */
  readonly operators: Readonly<Partial<Record<MobileOperator, readonly string[]>>>;
}

/**
 * The numbering plans of the countries in which operators collect. Source for Cameroon: the carriers and the valid numbers of libphonenumber
 * 9.0.43, read on 2026-11-28. `npm run shipped` compares them with its newest data. Decided there and then:
 * - 640 to 642 are Orange's. Its carriers give all of 64 to Orange, of which 643 to 649 are no valid numbers yet: their payers name the operator.
 * - 620 to 629 are Camtel's, 660 to 669, 684 and 685 Nexttel's, which are no rails here. Their payers name the operator to which they have moved.
 */
const numberingPlans = {
  CM: {
    mobile: /^\+2376[0-9]{8}$/,
    operators: {
      mtn_momo: [...under('+23765', 0, 4), '+23767', ...under('+23768', 0, 3)],
      orange_money: [...under('+23764', 0, 2), ...under('+23765', 5, 9), ...under('+23768', 6, 9), '+23769'],
    },
  },
} as const satisfies Partial<Record<Country, NumberingPlan>>;

/** The beginnings of numbers that go on with one of these digits. */
function under(beginning: string, first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => `${beginning}${first + index}`);
}

/** A country that has a numbering plan. */
export type ServedCountry = keyof typeof numberingPlans;

/** The country code of a number that is typed without one. */
export const HOME_COUNTRY_CODE = '+237';

const plans: readonly NumberingPlan[] = Object.values(numberingPlans);

/** The countries in which merchants can be paid, and which new accounts choose from. */
export const servedCountries = Object.keys(numberingPlans) as readonly ServedCountry[];

/** The currencies that each operator collects: those of the countries in which it has numbers. */
export const operatorCurrencies: Readonly<Record<MobileOperator, readonly Currency[]>> = {
  mtn_momo: currenciesOf('mtn_momo'),
  orange_money: currenciesOf('orange_money'),
};

function currenciesOf(operator: MobileOperator): readonly Currency[] {
  const served = servedCountries.filter((country) => operator in numberingPlans[country].operators);
  return [...new Set(served.map((country) => countries[country]))];
}

/** The operator whose number this is; undefined for a number of none of them. */
export function operatorOfNumber(phone: string): MobileOperator | undefined {
  return mobileOperators.find((operator) =>
    plans.some(({ mobile, operators }) => mobile.test(phone) && beginsWith(phone, operators[operator])),
  );
}

function beginsWith(phone: string, beginnings: readonly string[] = []): boolean {
  return beginnings.some((beginning) => phone.startsWith(beginning));
}

/** The beginnings of an operator's numbers, in the form +23767. */
export function numberPrefixesOf(operator: MobileOperator): readonly string[] {
  return plans.flatMap(({ operators }) => operators[operator] ?? []);
}

/** True when an operator can reach the number at all. */
export function isMobileNumber(phone: string): boolean {
  return plans.some(({ mobile }) => mobile.test(phone));
}
