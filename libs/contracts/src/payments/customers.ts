import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { Customer, CUSTOMER_PAYMENTS_MAX, CUSTOMERS_PAGE_MAX, listCustomers } from './customer-commands.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsCursor, IsId, IsListOf, IsPageLimit } from '../schema/fields.js';
import type { Operation } from '../kernel/operation.js';
import { sessionHeaders } from '../kernel/request-headers.js';

export class ListCustomersQuery {
  @Note({ description: `The largest number of customers on one page; ${CUSTOMERS_PAGE_MAX} when absent.`, example: 20 })
  @IsOptional()
  @IsPageLimit(CUSTOMERS_PAGE_MAX)
  limit?: number;

  @Note({ description: 'The page starts after this user: `nextCursor` of the previous page.' })
  @IsOptional()
  @IsCursor('user')
  startingAfter?: string;
}

/** A user who has paid the merchant. */
export class CustomerView extends Customer {
  @Note({ example: 'customer' })
  @IsIn(['customer'])
  object!: 'customer';
}

/** A page of customers, the user who registered last first. */
export class CustomerPageAnswer {
  @IsListOf(() => CustomerView, CUSTOMERS_PAGE_MAX)
  data!: CustomerView[];

  @Note({ example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ description: 'The cursor of the next page, when there is one.', example: null })
  @IsNullable()
  @IsId('user')
  nextCursor!: string | null;
}

/** The customers of a merchant: users who have paid it. */
export const customerOperations = {
  listCustomers: {
    id: 'listCustomers',
    method: 'GET',
    path: '/customers',
    summary: 'List customers',
    description: `The registered users who have completed a payment to the merchant in one mode, with the number and amounts of their payments, in pages, the user who registered last first. The newest ${CUSTOMER_PAYMENTS_MAX} payments of each user are counted, with what was refunded of them. Guests have no account and are not listed: \`POST /gateway/search\` finds their payments by phone.`,
    key: 'secret',
    scope: 'intents:read',
    takesSession: true,
    headers: sessionHeaders,
    query: ListCustomersQuery,
    answer: CustomerPageAnswer,
    success: 200,
    replays: false,
    errors: ['cursor_invalid', ...listCustomers.refusals],
  },
} as const satisfies Readonly<Record<string, Operation>>;
