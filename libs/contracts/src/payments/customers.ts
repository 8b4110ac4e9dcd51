import { IsIn } from 'class-validator';
import {
  Customer,
  CUSTOMER_PAYMENTS_MAX,
  CUSTOMERS_PAGE_MAX,
  Guest,
  listCustomers,
  listGuests,
  PAYER_READS_PER_DAY,
  phoneAbsences,
  readPayerPhone,
} from './customer-commands.js';
import { getIntent } from './intent-commands.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsMaskedDestination, IsPhoneNumber } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { operationsOf } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';

export class ListCustomersQuery {
  @PageLimit('customers', CUSTOMERS_PAGE_MAX, CUSTOMERS_PAGE_MAX)
  limit?: number;

  @StartsAfter('user', 'The page starts after this user: `nextCursor` of the previous page.')
  startingAfter?: string;
}

/** A user who has paid the merchant. */
export class CustomerView extends Customer {
  @Note({ example: 'customer' })
  @IsIn(['customer'])
  object!: 'customer';
}

/** A page of customers, the user who registered last first. */
export class CustomerPageAnswer extends pageOf(() => CustomerView, 'user', CUSTOMERS_PAGE_MAX) {}

export class ListGuestsQuery {
  @PageLimit('guests', CUSTOMERS_PAGE_MAX, CUSTOMERS_PAGE_MAX)
  limit?: number;

  @StartsAfter('intent', 'The place at which the page starts: `nextCursor` of the previous page.')
  startingAfter?: string;
}

/** A phone that has paid the merchant by mobile money without an account. */
export class GuestView extends Guest {
  @Note({ example: 'guest' })
  @IsIn(['guest'])
  object!: 'guest';
}

/** A page of guests, the one who paid last first. */
export class GuestPageAnswer extends pageOf(() => GuestView, 'intent', CUSTOMERS_PAGE_MAX) {}

/** The reason why the answer holds no number: nobody was charged, a wallet paid, none is kept, or it is kept for the installation's team alone. */
export const payerAbsences = ['not_charged', 'wallet', ...phoneAbsences] as const;
export type PayerAbsence = (typeof payerAbsences)[number];

/** The payer of a payment, with the number in full. */
export class PayerNumberView {
  @Note({ example: 'payer' })
  @IsIn(['payer'])
  object!: 'payer';

  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({
    description: 'The phone number in full, with the country code; null with a `reason`.',
    example: '+237677591001',
  })
  @IsNullable()
  @IsPhoneNumber()
  phoneNumber!: string | null;

  @Note({
    description:
      'Why there is no number: nobody was charged yet (`not_charged`), the payment is from a wallet (`wallet`), no number is kept for it (`not_kept`), or the period in which it can be refunded is over (`period_over`). Null with a number.',
    example: null,
  })
  @IsNullable()
  @IsIn(payerAbsences)
  reason!: PayerAbsence | null;

  @Note({ description: 'The number as lists and events show it; null where they show none.', example: '********01' })
  @IsNullable()
  @IsMaskedDestination()
  phoneMasked!: string | null;

  @Note({ description: 'The operator of mobile money; null for a wallet.', example: 'mtn_momo' })
  @IsNullable()
  @IsIn(mobileOperators)
  operator!: MobileOperator | null;
}

/** The customers of a merchant: users who have paid it. */
export const customerOperations = operationsOf({
  listCustomers: {
    method: 'GET',
    path: '/customers',
    summary: 'List customers',
    description: `The registered users who have completed a payment to the merchant in one mode, with the number and amounts of their payments, in pages, the user who registered last first. The newest ${CUSTOMER_PAYMENTS_MAX} payments of each user are counted, with what was refunded of them. Guests have no account: \`GET /customers/guests\` lists them.`,
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListCustomersQuery,
    answer: CustomerPageAnswer,
    errors: ['cursor_invalid', ...listCustomers.refusals],
  },
  listGuests: {
    method: 'GET',
    path: '/customers/guests',
    summary: 'List guests',
    description: `The phones that have completed a payment by mobile money to the merchant in one mode without an account, masked, with the number and amounts of their payments, in pages, the one that paid last first. The newest ${CUSTOMER_PAYMENTS_MAX} payments of each are counted. A page looks through a limited number of payments: it may be short or empty, and \`hasMore\` stays true until all have been looked through. \`GET /gateway?customerId=\` lists the payments of a guest. Payments that are older than these ids are counted for nobody.`,
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListGuestsQuery,
    answer: GuestPageAnswer,
    errors: listGuests.refusals,
  },
  readPayer: {
    method: 'GET',
    path: '/gateway/{id}/payer',
    summary: 'Read who paid a payment',
    description: `The phone number that was asked to pay a payment by mobile money, in full, for as long as the payment can be refunded. Every other answer, list, event and export masks it. Each read of a number is a record of the account’s audit trail, \`payer.read\`, with the payment and the member or key that read it. A member or key reads at most ${PAYER_READS_PER_DAY} numbers a day. An intent of another merchant or of the other mode is answered like a missing one.`,
    key: 'secret',
    scope: 'payers:read',
    takesSession: true,
    headers: sessionHeaders,
    answer: PayerNumberView,
    errors: [...getIntent.refusals, ...readPayerPhone.refusals],
  },
});
