import type { Currency } from './money.js';

export const mobileOperators = ['mtn_momo', 'orange_money'] as const;
export type MobileOperator = (typeof mobileOperators)[number];

/**
 * The numbering plan of Cameroon (+237), as the regulator assigns blocks to operators. A customer may have taken a number to another
 * operator, so a request may name the operator itself. Source: the carriers and the valid numbers of libphonenumber 9.0.43, read on
 * 2026-11-28. `npm run shipped` compares them with its newest data. Decided there and then:
 * - 640 to 642 are Orange's. Its carriers give all of 64 to Orange, of which 643 to 649 are no valid numbers yet: their payers name the operator.
 * - 620 to 629 are Camtel's, 660 to 669, 684 and 685 Nexttel's, which are no rails here. Their payers name the operator to which they have moved.
 */
const blocks: Readonly<Record<MobileOperator, RegExp>> = {
  mtn_momo: /^\+2376(7[0-9]|5[0-4]|8[0-3])[0-9]{6}$/,
  orange_money: /^\+2376(9[0-9]|4[0-2]|5[5-9]|8[6-9])[0-9]{6}$/,
};

const CAMEROON_MOBILE = /^\+2376[0-9]{8}$/;

/** The currencies that each operator collects. */
export const operatorCurrencies: Readonly<Record<MobileOperator, readonly Currency[]>> = {
  mtn_momo: ['XAF'],
  orange_money: ['XAF'],
};

/** The operator whose number this is; undefined for a number of none of them. */
export function operatorOfNumber(phone: string): MobileOperator | undefined {
  if (blocks.mtn_momo.test(phone)) return 'mtn_momo';
  return blocks.orange_money.test(phone) ? 'orange_money' : undefined;
}

/** True when an operator can reach the number at all. */
export function isMobileNumber(phone: string): boolean {
  return CAMEROON_MOBILE.test(phone);
}
