import type { Ages } from './ages.js';
import { isForgotten } from './ages.js';
import type { Databases } from './databases.js';
import type { Checked } from './pages.js';
import { byPages } from './pages.js';
import type { Violation } from './violation.js';

interface Charge {
  readonly id: string;
  readonly intent: string;
  readonly state: string;
}

interface Intent {
  readonly id: string;
  readonly charge: string | null;
  readonly status: string;
}

const CHARGES = `
  SELECT charge_id AS id, intent_id AS intent, state FROM charge JOIN ledger USING (ledger)
  WHERE charge_id > $1 AND settled_at < clock_timestamp() - make_interval(secs => $3)
    AND NOT ${isForgotten(`mode = 'test'`, 'settled_at', '$4')} ORDER BY charge_id LIMIT $2`;
const INTENTS = 'SELECT id, charge_id AS charge, status FROM intent WHERE id = ANY ($1)';
const STATUS_OF: Readonly<Record<string, string>> = { succeeded: 'COMPLETED', declined: 'FAILED' };

/** Compares every settled charge with its intent: the merchant must learn of exactly the money that moved. */
export function auditChargesAcross(databases: Databases, ages: Ages): Promise<Checked> {
  const { olderThanSeconds, forgottenAfterHours } = ages;
  return byPages(
    (after, limit) =>
      databases.query<Charge>('charging', CHARGES, [after, limit, olderThanSeconds, forgottenAfterHours]),
    async (page) => {
      const ids = page.map(({ intent }) => intent);
      const rows = await databases.query<Intent>('intents', INTENTS, [ids]);
      const intents = new Map(rows.map((row) => [row.id, row]));
      return page.flatMap((charge) => judge(charge, intents.get(charge.intent)));
    },
  );
}

function judge({ id, intent: intentId, state }: Charge, intent: Intent | undefined): readonly Violation[] {
  if (intent?.charge !== id) {
    return [{ rule: 'charge_without_intent', statement: 1, subject: id, detail: `${state}, for ${intentId}` }];
  }
  if (intent.status === STATUS_OF[state]) return [];
  const detail = `${state}, while ${intentId} is ${intent.status}`;
  return [{ rule: 'charge_outcome_not_applied', statement: 2, subject: id, detail }];
}
