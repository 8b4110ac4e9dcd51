import type { Ages } from './ages.js';
import { isForgotten } from './ages.js';
import type { Databases } from './databases.js';
import { byPages } from './pages.js';
import type { Violation } from './violation.js';

/** The sum that was given back of a payment, or that its intent states. */
interface Sum {
  readonly id: string;
  readonly amount: string;
}

/** One way in which money of a payment goes back, and the column in which its intent counts it. */
interface Way {
  readonly rule: string;
  readonly word: string;
  readonly column: string;
  /** The rows of charging that change the sum, each with its part of it in `given` and its last change in `changed_at`. */
  readonly rows: string;
}

const ways: readonly Way[] = [
  {
    ...{ rule: 'refunds_are_not_the_intents', word: 'refunded', column: 'amount_refunded' },
    rows: `SELECT intent_id, ledger, amount AS given, ended_at AS changed_at FROM refund WHERE state = 'completed'`,
  },
  {
    // those of which the merchant bears nothing are not the intent's
    ...{ rule: 'reversals_are_not_the_intents', word: 'reversed', column: 'amount_reversed' },
    rows: `SELECT intent_id, ledger, CASE WHEN returned_at IS NULL THEN merchant_amount + fee_amount ELSE 0 END AS given,
      coalesce(returned_at, booked_at) AS changed_at FROM reversal WHERE merchant_amount + fee_amount > 0`,
  },
];

/** The amounts of an intent that were given back are the sums of what charging has booked: neither less nor more. */
export async function auditGivenBackAcross(databases: Databases, ages: Ages): Promise<readonly Violation[]> {
  const found = await Promise.all(ways.map((way) => auditWay(databases, ages, way)));
  return found.flat();
}

async function auditWay(
  databases: Databases,
  { olderThanSeconds, forgottenAfterHours }: Ages,
  way: Way,
): Promise<readonly Violation[]> {
  const { rows, column } = way;
  const booked = `
    SELECT intent_id AS id, sum(given)::text AS amount FROM (${rows}) given_back JOIN ledger USING (ledger)
    WHERE intent_id > $1 GROUP BY intent_id HAVING max(changed_at) < clock_timestamp() - make_interval(secs => $3)
      AND NOT ${isForgotten(`bool_or(mode = 'test')`, 'max(changed_at)', '$4')} ORDER BY intent_id LIMIT $2`;
  const stating = `SELECT id, ${column}::text AS amount FROM intent WHERE id = ANY ($1)`;
  const claiming = `
    SELECT id, ${column}::text AS amount FROM intent
    WHERE id > $1 AND ${column} > 0 AND updated_at < clock_timestamp() - make_interval(secs => $3) ORDER BY id LIMIT $2`;
  const backed = `SELECT intent_id AS id, sum(given)::text AS amount FROM (${rows}) given_back WHERE intent_id = ANY ($1) GROUP BY 1`;
  const missing = byPages(
    (after, limit) => databases.query<Sum>('charging', booked, [after, limit, olderThanSeconds, forgottenAfterHours]),
    async (page) => {
      const intents = await amountsOf(databases.query<Sum>('intents', stating, [page.map(({ id }) => id)]));
      return page.flatMap(({ id, amount }) => compare(way, { id, amount }, intents.get(id) ?? 'missing'));
    },
  );
  const unbacked = byPages(
    (after, limit) => databases.query<Sum>('intents', claiming, [after, limit, olderThanSeconds]),
    async (page) => {
      const sums = await amountsOf(databases.query<Sum>('charging', backed, [page.map(({ id }) => id)]));
      return page.flatMap(({ id, amount }) => (sums.has(id) ? [] : compare(way, { id, amount: '0' }, amount)));
    },
  );
  const found = await Promise.all([missing, unbacked]);
  return found.flatMap(({ violations }) => violations);
}

async function amountsOf(rows: Promise<readonly Sum[]>): Promise<ReadonlyMap<string, string>> {
  return new Map((await rows).map(({ id, amount }) => [id, amount]));
}

function compare({ rule, word }: Way, { id, amount }: Sum, stated: string): readonly Violation[] {
  if (amount === stated) return [];
  const detail = `${amount} ${word}, and the intent says ${stated}`;
  return [{ rule, statement: 4, subject: id, detail }];
}
