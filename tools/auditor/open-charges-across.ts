import type { Databases } from './databases.js';
import { byPages } from './pages.js';
import type { Violation } from './violation.js';

interface ProcessingIntent {
  readonly id: string;
  readonly charge: string;
  readonly since: string;
}

interface OpenOperation {
  readonly id: string;
  readonly intent: string;
  readonly state: string;
}

const MATURE = 'clock_timestamp() - make_interval(secs => $3)';

const PROCESSING = `
  SELECT id, charge_id AS charge, charged_at::text AS since FROM intent
  WHERE id > $1 AND status = 'PROCESSING' AND payment_method = 'mobile_money' AND charged_at < ${MATURE}
  ORDER BY id LIMIT $2`;
/** Open, or decided so recently that the intent may not have the outcome yet. */
const UNDER_WAY = `
  SELECT operation_id AS id FROM rail_operation WHERE operation_id = ANY ($1)
    AND (ended_at IS NULL OR ended_at >= clock_timestamp() - make_interval(secs => $2))`;

const OPEN = `
  SELECT operation_id AS id, intent_id AS intent, state FROM rail_operation
  WHERE operation_id > $1 AND kind = 'collect' AND ended_at IS NULL AND created_at < ${MATURE} ORDER BY operation_id LIMIT $2`;
/** In progress, or ended so recently that the operation was still open when it was read. */
const WAITING = `
  SELECT charge_id AS id FROM intent WHERE charge_id = ANY ($1)
    AND (status = 'PROCESSING' OR updated_at >= clock_timestamp() - make_interval(secs => $2))`;

/** A payment by mobile money is in progress exactly as long as its operation is open: none waits for ever, none ends unseen. */
export async function auditOpenChargesAcross(
  databases: Databases,
  olderThanSeconds: number,
): Promise<readonly Violation[]> {
  const stranded = byPages(
    (after, limit) => databases.query<ProcessingIntent>('intents', PROCESSING, [after, limit, olderThanSeconds]),
    async (page) => {
      const charges = page.map(({ charge }) => charge);
      const known = await idsOf(databases.query('charging', UNDER_WAY, [charges, olderThanSeconds]));
      return page.filter(({ charge }) => !known.has(charge)).map(unsettled);
    },
  );
  const unknown = byPages(
    (after, limit) => databases.query<OpenOperation>('charging', OPEN, [after, limit, olderThanSeconds]),
    async (page) => {
      const charges = page.map(({ id }) => id);
      const known = await idsOf(databases.query('intents', WAITING, [charges, olderThanSeconds]));
      return page.filter(({ id }) => !known.has(id)).map(withoutIntent);
    },
  );
  const found = await Promise.all([stranded, unknown]);
  return found.flatMap(({ violations }) => violations);
}

async function idsOf(rows: Promise<readonly { readonly id: string }[]>): Promise<ReadonlySet<string>> {
  return new Set((await rows).map(({ id }) => id));
}

function unsettled({ id, charge, since }: ProcessingIntent): Violation {
  const detail = `PROCESSING since ${since}, and ${charge} has no open operation`;
  return { rule: 'charge_unsettled', statement: 2, subject: id, detail };
}

function withoutIntent({ id, intent, state }: OpenOperation): Violation {
  const detail = `${state}, while ${intent} does not wait for it`;
  return { rule: 'rail_operation_without_intent', statement: 2, subject: id, detail };
}
