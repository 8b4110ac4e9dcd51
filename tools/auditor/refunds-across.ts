import type { Ages } from './ages.js';
import { isForgotten } from './ages.js';
import type { Databases } from './databases.js';
import { byPages } from './pages.js';
import type { Violation } from './violation.js';

/** The completed refunds of a payment, none of which is young. */
interface Refunded {
  readonly id: string;
  readonly amount: string;
}

interface Intent {
  readonly id: string;
  readonly amount: string;
}

const REFUNDED = `
  SELECT intent_id AS id, sum(amount)::text AS amount FROM refund JOIN ledger USING (ledger)
  WHERE intent_id > $1 AND state = 'completed'
  GROUP BY intent_id HAVING max(ended_at) < clock_timestamp() - make_interval(secs => $3)
    AND NOT ${isForgotten(`bool_or(mode = 'test')`, 'max(ended_at)', '$4')} ORDER BY intent_id LIMIT $2`;
const INTENTS = 'SELECT id, amount_refunded::text AS amount FROM intent WHERE id = ANY ($1)';

const CLAIMING = `
  SELECT id, amount_refunded::text AS amount FROM intent
  WHERE id > $1 AND amount_refunded > 0 AND updated_at < clock_timestamp() - make_interval(secs => $3) ORDER BY id LIMIT $2`;
const BACKED = `SELECT intent_id AS id, sum(amount)::text AS amount FROM refund WHERE intent_id = ANY ($1) AND state = 'completed' GROUP BY 1`;

/** The refunded amount of an intent is the sum of the completed refunds of its charge: neither less nor more. */
export async function auditRefundsAcross(
  databases: Databases,
  { olderThanSeconds, forgottenAfterHours }: Ages,
): Promise<readonly Violation[]> {
  const missing = byPages(
    (after, limit) =>
      databases.query<Refunded>('charging', REFUNDED, [after, limit, olderThanSeconds, forgottenAfterHours]),
    async (page) => {
      const intents = await amountsOf(databases.query<Intent>('intents', INTENTS, [page.map(({ id }) => id)]));
      return page.flatMap(({ id, amount }) => compare(id, amount, intents.get(id) ?? 'missing'));
    },
  );
  const unbacked = byPages(
    (after, limit) => databases.query<Intent>('intents', CLAIMING, [after, limit, olderThanSeconds]),
    async (page) => {
      const refunds = await amountsOf(databases.query<Refunded>('charging', BACKED, [page.map(({ id }) => id)]));
      return page.flatMap(({ id, amount }) => (refunds.has(id) ? [] : compare(id, '0', amount)));
    },
  );
  const found = await Promise.all([missing, unbacked]);
  return found.flatMap(({ violations }) => violations);
}

async function amountsOf(rows: Promise<readonly Refunded[]>): Promise<ReadonlyMap<string, string>> {
  return new Map((await rows).map(({ id, amount }) => [id, amount]));
}

function compare(id: string, refunded: string, stated: string): readonly Violation[] {
  if (refunded === stated) return [];
  const detail = `${refunded} refunded, and the intent says ${stated}`;
  return [{ rule: 'refunds_are_not_the_intents', statement: 4, subject: id, detail }];
}
