import { Injectable } from '@nestjs/common';
import type { CustomerTotal, ListCustomersCommand } from '@paygate/contracts';
import { CUSTOMER_PAYMENTS_MAX } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { userOfIntent } from './page-sql.js';

/** The newest completed payments of a user in one currency. */
export interface UserTotal extends CustomerTotal {
  readonly userId: string;
  readonly firstPaymentAt: Date;
  readonly lastPaymentAt: Date;
  /** True when the user has more payments than were counted, in any currency. */
  readonly isCut: boolean;
}

const completed = `merchant_id = $1 AND mode = $2 AND status = 'COMPLETED'`;

const firstBelow = (id: string): string => `(
  SELECT ${userOfIntent} FROM intent WHERE ${completed} AND ${userOfIntent} < ${id} ORDER BY ${userOfIntent} DESC LIMIT 1)`;

/**
 * A page costs one entry of the index for each user, and the counted payments of each, however many users and payments the
 * merchant has. Every id sorts before the character.
 */
const pageText = `
WITH RECURSIVE payer (id, place) AS (
  SELECT ${firstBelow(`coalesce($3, '~')`)}, 1
  UNION ALL
  SELECT ${firstBelow('payer.id')}, place + 1 FROM payer WHERE payer.id IS NOT NULL AND place < $4)
SELECT payer.id AS "userId", total.* FROM payer
 CROSS JOIN LATERAL (
   SELECT currency, count(*) FILTER (WHERE NOT beyond)::integer AS payments,
     coalesce(sum(amount) FILTER (WHERE NOT beyond), 0)::text AS amount,
     coalesce(sum(amount_refunded) FILTER (WHERE NOT beyond), 0)::text AS "amountRefunded",
     min(completed_at) FILTER (WHERE NOT beyond) AS "firstPaymentAt",
     max(completed_at) FILTER (WHERE NOT beyond) AS "lastPaymentAt", bool_or(beyond) AS "isCut"
    FROM (SELECT currency, amount, amount_refunded, completed_at, row_number() OVER (ORDER BY created_at DESC, id DESC) > $5 AS beyond
            FROM intent WHERE ${completed} AND ${userOfIntent} = payer.id
           ORDER BY created_at DESC, id DESC LIMIT $5 + 1) AS newest
    GROUP BY currency) AS total
 WHERE payer.id IS NOT NULL
 ORDER BY payer.id DESC, currency`;

/** The customers of a merchant: users who have paid it. */
@Injectable()
export class CustomersRepository {
  constructor(private readonly database: Database) {}

  /** The totals by currency of the first `limit` users who have paid, from the newest or after `startingAfter`, downward. */
  totals(query: ListCustomersCommand, limit: number): Promise<readonly UserTotal[]> {
    return this.database.query<UserTotal>(customersStatement(query, limit));
  }
}

/** The statement of {@link CustomersRepository.totals}. */
export function customersStatement(query: ListCustomersCommand, limit: number): Required<Statement> {
  const { merchantId, mode, startingAfter } = query;
  const values = [merchantId, mode, startingAfter ?? null, limit, CUSTOMER_PAYMENTS_MAX];
  return { name: 'intents.customers', text: pageText, values };
}
