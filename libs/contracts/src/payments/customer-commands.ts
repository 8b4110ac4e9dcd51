import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsActor,
  IsAmountOrZero,
  IsId,
  IsIntBetween,
  IsListOf,
  IsMaskedDestination,
  IsPageLimit,
  IsSealed,
  IsTimestamp,
} from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Currency } from '../vocabulary/money.js';
import { currencyCodes } from '../vocabulary/money.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IntentOfMerchant } from './intent-commands.js';
import type { Sealed } from '../vocabulary/sealed.js';

/** Most customers of one page. */
export const CUSTOMERS_PAGE_MAX = 20;
/** Most payments of one customer that are counted: the newest ones. */
export const CUSTOMER_PAYMENTS_MAX = 1_000;

/** The completed payments of a customer in one currency. */
export class CustomerTotal {
  @NotedCurrency()
  currency!: Currency;

  @Note({ example: 3 })
  @IsIntBetween(1, CUSTOMER_PAYMENTS_MAX)
  payments!: number;

  @Note({ description: "The sum of their amounts, in the currency's minor unit.", example: '15000' })
  @IsAmountOrZero()
  amount!: string;

  @Note({
    description: 'The part of this amount that went back: what was refunded, and what operators have taken back.',
    example: '1500',
  })
  @MayBeAbsent()
  @IsAmountOrZero()
  amountRefunded?: string;
}

/** The sums that a customer has paid. */
class PaidPayments {
  @Note({ description: 'The number of completed payments.', example: 3 })
  @IsIntBetween(1, CUSTOMER_PAYMENTS_MAX)
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

/** A user who has paid a merchant. */
export class Customer extends PaidPayments {
  @Note({ example: 'usr_01k8zq3x7mf2rv9t5c6hdn4e8w' })
  @IsId('user')
  userId!: string;
}

/** A phone that has paid a merchant by mobile money without an account. */
export class Guest extends PaidPayments {
  @Note({
    description:
      'The phone as a customer of this merchant in this mode. The same phone has another id at every other merchant and in the other mode.',
    example: 'cus_2m8wq3x7mf2rv9t5c6hdn4e8wz',
  })
  @IsId('customer')
  id!: string;

  @Note({ example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({ description: 'The operator of the last of these payments.', example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;
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
  request: ListCustomersCommand,
  answer: CustomerPage,
  unordered: true,
});

export class ListGuestsCommand extends OfMerchant {
  @IsPageLimit(CUSTOMERS_PAGE_MAX) limit!: number;
  /** The page goes on with guests whose last payment is older than this one. */
  @IsOptional() @IsId('intent') startingAfter?: string;
}
/** In the order of their last payments, the newest first. A page may be shorter than the limit although there are more. */
export class GuestPage {
  @IsListOf(() => Guest, CUSTOMERS_PAGE_MAX) guests!: Guest[];
  @IsBoolean() hasMore!: boolean;
  @IsNullable() @IsId('intent') nextCursor!: string | null;
}
/** Lists the phones that have completed a payment to a merchant in one mode without an account. */
export const listGuests = defineCommand({
  name: 'list-guests',
  owner: 'intents',
  request: ListGuestsCommand,
  answer: GuestPage,
  unordered: true,
  refusals: ['cursor_invalid'],
});

/** Most numbers that one member or key reads in a day of Douala, in each mode: so the audit trail has a bounded number of their records. */
export const PAYER_READS_PER_DAY = 200;

export class ReadPayerPhoneCommand extends IntentOfMerchant {
  @IsActor() actor!: string;
}
/** Why a number is not readable: charging keeps none for the payment, or the period in which it can be refunded is over. */
export const phoneAbsences = ['not_kept', 'period_over'] as const;
export class PayerPhone {
  /** Sealed for the gateway. */
  @IsOptional() @IsSealed() phoneNumber?: Sealed;
  /** Present without a number. */
  @IsOptional() @IsIn(phoneAbsences) absence?: (typeof phoneAbsences)[number];
}
/** Reads the number that a payment was asked of. The read is in the audit trail before it is answered. */
export const readPayerPhone = defineCommand({
  name: 'read-payer-phone',
  owner: 'charging',
  request: ReadPayerPhoneCommand,
  answer: PayerPhone,
  key: (request) => request.intentId,
  unordered: true,
  refusals: ['rate_limited'],
});
