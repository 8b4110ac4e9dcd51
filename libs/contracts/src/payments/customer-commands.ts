import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import { IsAmountOrZero, IsCurrency, IsId, IsListOf, IsPageLimit, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';
import { currencyCodes } from '../vocabulary/money.js';
import { OfMerchant } from '../kernel/of-merchant.js';

/** Most customers of one page. */
export const CUSTOMERS_PAGE_MAX = 20;
/** Most payments of one customer that are counted: the newest ones. */
export const CUSTOMER_PAYMENTS_MAX = 1_000;

/** The completed payments of a customer in one currency. */
export class CustomerTotal {
  @Note({ example: 'XAF' })
  @IsCurrency()
  currency!: Currency;

  @Note({ example: 3 })
  @IsInt()
  @Min(1)
  @Max(CUSTOMER_PAYMENTS_MAX)
  payments!: number;

  @Note({ description: "The sum of their amounts, in the currency's minor unit.", example: '15000' })
  @IsAmountOrZero()
  amount!: string;

  @Note({ description: 'The part of this amount that was refunded.', example: '1500' })
  @MayBeAbsent()
  @IsAmountOrZero()
  amountRefunded?: string;
}

/** A user who has paid a merchant. */
export class Customer {
  @Note({ example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  userId!: string;

  @Note({ description: 'The number of completed payments.', example: 3 })
  @IsInt()
  @Min(1)
  @Max(CUSTOMER_PAYMENTS_MAX)
  payments!: number;

  @Note({ description: 'The totals of these payments by currency, in the order of the currency codes.' })
  @IsListOf(() => CustomerTotal, currencyCodes.length, 1)
  totals!: CustomerTotal[];

  @Note({
    description: 'The time at which the first of these payments was completed.',
    example: '2026-11-20T10:00:00.000Z',
  })
  @IsTimestamp()
  firstPaymentAt!: string;

  @Note({ description: 'The time at which the last of them was completed.', example: '2026-11-23T08:30:00.000Z' })
  @IsTimestamp()
  lastPaymentAt!: string;

  @Note({
    description: `True when the customer has completed more than ${CUSTOMER_PAYMENTS_MAX} payments: counts, totals and times then cover only those that were created last.`,
    example: false,
  })
  @IsBoolean()
  isCut!: boolean;
}

export class ListCustomersCommand extends OfMerchant {
  @IsPageLimit(CUSTOMERS_PAGE_MAX) limit!: number;
  /** The page goes on after this user, who need not be a customer. */
  @IsOptional() @IsId('user') startingAfter?: string;
}
/** In the descending order of their ids, which is that of registration, the newest first. */
export class CustomerPage {
  @IsListOf(() => Customer, CUSTOMERS_PAGE_MAX) customers!: Customer[];
  @IsBoolean() hasMore!: boolean;
  @IsNullable() @IsId('user') nextCursor!: string | null;
}
/** Lists the users who have completed a payment to a merchant in one mode. */
export const listCustomers = defineCommand({
  name: 'list-customers',
  owner: 'intents',
  callers: ['gateway'],
  request: ListCustomersCommand,
  answer: CustomerPage,
  key: (request) => request.merchantId,
  unordered: true,
  refusals: [],
});
