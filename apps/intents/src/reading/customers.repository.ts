import { Injectable } from '@nestjs/common';
import type { CustomerTotal, Guest, ListCustomersCommand, ListGuestsCommand } from '@paygate/contracts';
import { CUSTOMER_PAYMENTS_MAX } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { byId, userOfIntent } from './page-sql.js';
import { LOOKED_THROUGH_MAX } from './search-statement.js';

/** The newest completed payments of a user in one currency. */
export interface UserTotal extends CustomerTotal {
  readonly userId: string;
  readonly firstPaymentAt: Date;
  readonly lastPaymentAt: Date;
  /** True when the user has more payments than were counted, in any currency. */
  readonly isCut: boolean;
}

/** The newest completed payments of a guest in one currency. */
export interface GuestTotal extends Omit<UserTotal, 'userId'>, Pick<Guest, 'phoneMasked' | 'operator'> {
  readonly customerId: string;
  /** The last of all its completed payments. */
  readonly lastIntentId: string;
}

/** The guests of a page, and the last payment that was looked at when that was not the last of all. */
export interface FoundGuests {
  readonly totals: readonly GuestTotal[];
  readonly walkedTo: string | null;
}

type GuestRow = { readonly walkedTo: string | null } & (GuestTotal | { readonly customerId: null });

const completed = `merchant_id = $1 AND mode = $2 AND status = 'COMPLETED'`;

const firstBelow = (id: string): string => `(
  SELECT ${userOfIntent} FROM intent WHERE ${completed} AND ${userOfIntent} < ${id} ORDER BY ${userOfIntent} DESC LIMIT 1)`;

/** The newest completed payments that meet a condition, by currency. */
const totalsOf = (condition: string): string => `
   SELECT currency, count(*) FILTER (WHERE NOT beyond)::integer AS payments,
     coalesce(sum(amount) FILTER (WHERE NOT beyond), 0)::text AS amount,
     coalesce(sum(amount_refunded + amount_reversed) FILTER (WHERE NOT beyond), 0)::text AS "amountRefunded",
     min(completed_at) FILTER (WHERE NOT beyond) AS "firstPaymentAt",
     max(completed_at) FILTER (WHERE NOT beyond) AS "lastPaymentAt", bool_or(beyond) AS "isCut"
    FROM (SELECT currency, amount, amount_refunded, amount_reversed, completed_at, row_number() OVER (ORDER BY created_at DESC, id DESC) > $5 AS beyond
            FROM intent WHERE ${completed} AND ${condition}
           ORDER BY created_at DESC, id DESC LIMIT $5 + 1) AS newest
    GROUP BY currency`;

/**
 * A page costs one entry of the index for each user, and the counted payments of each, however many users and payments the
 * merchant has. Every id sorts before the character.
 */
const usersText = `
WITH RECURSIVE payer (id, place) AS (
  SELECT ${firstBelow(`coalesce($3, '~')`)}, 1
  UNION ALL
  SELECT ${firstBelow('payer.id')}, place + 1 FROM payer WHERE payer.id IS NOT NULL AND place < $4)
SELECT payer.id AS "userId", total.* FROM payer
 CROSS JOIN LATERAL (${totalsOf(`${userOfIntent} = payer.id`)}) AS total
 WHERE payer.id IS NOT NULL
 ORDER BY payer.id DESC, currency`;

const ofGuest = `${userOfIntent} IS NULL AND customer_id`;
const newestFirst = 'ORDER BY created_at DESC, id DESC';

/** The rows before a page: none on the first one. A second bound of the time lets the index begin there. */
const beyond = {
  first: '',
  next: `AND created_at < (SELECT created_at + interval '1 microsecond' FROM position)
     AND (created_at, id) < ((SELECT created_at FROM position), (SELECT id FROM position))`,
} as const;

/**
 * A page looks through a bounded number of completed payments, the newest first, and keeps the last one of each guest. Where it
 * stopped is in each row as `walkedTo`; a page without guests has a row with that alone.
 */
const guestsText = (page: keyof typeof beyond): string => `
WITH position AS (SELECT created_at, id FROM (${byId('$3')}) AS own WHERE merchant_id = $1 AND mode = $2),
walked AS MATERIALIZED (
  SELECT created_at, id, ${userOfIntent} AS payer, customer_id, phone_masked, operator FROM intent
   WHERE ${completed} ${beyond[page]} ${newestFirst} LIMIT $6),
page AS (
  SELECT * FROM walked AS last WHERE payer IS NULL AND customer_id IS NOT NULL
     AND id = (SELECT id FROM intent WHERE ${completed} AND ${ofGuest} = last.customer_id ${newestFirst} LIMIT 1)
   ${newestFirst} LIMIT $4)
SELECT "walkedTo", page.id AS "lastIntentId", customer_id AS "customerId", phone_masked AS "phoneMasked", operator, total.*
  FROM (SELECT (SELECT id FROM walked ${newestFirst} OFFSET $6 - 1 LIMIT 1)) AS walk ("walkedTo")
  LEFT JOIN page ON true
  LEFT JOIN LATERAL (${totalsOf(`${ofGuest} = page.customer_id`)}) AS total ON true
 ORDER BY page.created_at DESC, page.id DESC, currency`;

/** The customers of a merchant: users and guests who have paid it. */
@Injectable()
export class CustomersRepository {
  constructor(private readonly database: Database) {}

  /** The totals by currency of the first `limit` users who have paid, from the newest or after `startingAfter`, downward. */
  totals(query: ListCustomersCommand, limit: number): Promise<readonly UserTotal[]> {
    return this.database.query<UserTotal>(customersStatement(query, limit));
  }

  /** The totals by currency of the first `limit` guests, from the one who paid last or after `startingAfter`, downward. */
  async guestTotals(query: ListGuestsCommand, limit: number): Promise<FoundGuests> {
    const rows = await this.database.query<GuestRow>(guestsStatement(query, limit));
    return { totals: rows.filter(isGuest), walkedTo: rows[0]?.walkedTo ?? null };
  }
}

/** The statement of {@link CustomersRepository.totals}. */
export function customersStatement(query: ListCustomersCommand, limit: number): Required<Statement> {
  const { merchantId, mode, startingAfter } = query;
  const values = [merchantId, mode, startingAfter ?? null, limit, CUSTOMER_PAYMENTS_MAX];
  return { name: 'intents.customers', text: usersText, values };
}

/** The statement of {@link CustomersRepository.guestTotals}. */
export function guestsStatement(query: ListGuestsCommand, limit: number): Required<Statement> {
  const { merchantId, mode, startingAfter } = query;
  const values = [merchantId, mode, startingAfter ?? null, limit, CUSTOMER_PAYMENTS_MAX, LOOKED_THROUGH_MAX];
  const page = startingAfter === undefined ? 'first' : 'next';
  return { name: `intents.guests.${page}`, text: guestsText(page), values };
}

function isGuest(row: GuestRow): row is GuestTotal & { readonly walkedTo: string | null } {
  return row.customerId !== null;
}
