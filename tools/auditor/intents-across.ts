import type { Ages } from './ages.js';
import { isForgotten } from './ages.js';
import type { Databases } from './databases.js';
import type { Checked } from './pages.js';
import { byPages } from './pages.js';
import type { Violation } from './violation.js';

/** A terminal intent. Amounts are texts of minor units. */
interface EndedIntent {
  readonly id: string;
  readonly merchant: string;
  readonly mode: string;
  readonly amount: string;
  readonly status: 'COMPLETED' | 'FAILED' | 'EXPIRED' | 'CANCELED';
  readonly charge: string | null;
  readonly token: string | null;
  readonly payer: string | null;
  readonly fee: string | null;
  readonly failure: string | null;
  readonly event: string | null;
  /** True when it was charged so recently that its challenge has not been deleted yet. */
  readonly remembered: boolean;
}

interface Charge {
  readonly intent: string;
  readonly id: string;
  readonly merchant: string;
  readonly payer: string | null;
  readonly mode: string;
  readonly amount: string;
  readonly fee: string;
  readonly state: string;
  readonly decline: string | null;
  /** The sum that the journal moved. */
  readonly moved: string;
}

interface Event {
  readonly intent: string;
  readonly id: string;
  readonly type: string;
  readonly merchant: string;
  readonly mode: string;
}

interface Challenge {
  readonly token: string;
  readonly intent: string | null;
  readonly payer: string;
  readonly merchant: string;
  readonly mode: string;
}

interface Related {
  readonly charges: readonly Charge[];
  readonly events: readonly Event[];
  readonly challenges: readonly Challenge[];
}

/** Less than the two days for which otp keeps challenges. */
const REMEMBERED_HOURS = 24;

const INTENTS = `
  SELECT id, merchant_id AS merchant, mode, amount, status, charge_id AS charge, charge_token_id AS token, payer_id AS payer,
    fee, failure_code AS failure, terminal_event_id AS event,
    coalesce(charged_at > clock_timestamp() - make_interval(hours => ${REMEMBERED_HOURS}), false) AS remembered
  FROM intent WHERE id > $1 AND status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')
    AND updated_at < clock_timestamp() - make_interval(secs => $3)
    AND NOT ${isForgotten(`mode = 'test'`, 'coalesce(completed_at, updated_at)', '$4')} ORDER BY id LIMIT $2`;

const CHARGES = `
  SELECT intent_id AS intent, charge_id AS id, merchant_id AS merchant, user_id AS payer, mode, amount, fee, state,
    decline_code AS decline,
    (SELECT coalesce(sum(t.amount), 0)::text FROM transfer t WHERE t.journal_id = charge_id) AS moved
  FROM charge JOIN ledger USING (ledger) WHERE intent_id = ANY ($1)`;

const EVENTS = `
  SELECT intent_id AS intent, event_id AS id, type, merchant_id AS merchant, mode FROM webhook_event
  WHERE intent_id = ANY ($1) AND type IN ('payment.completed', 'payment.failed', 'payment.expired', 'payment.canceled')`;

const CHALLENGES = `
  SELECT token_id::text AS token, intent_id AS intent, subject AS payer, merchant_id AS merchant, mode
  FROM otp_challenge WHERE token_id = ANY ($1::uuid[]) AND consumed_at IS NOT NULL
  UNION ALL SELECT token_id::text, intent_id, '', merchant_id, mode FROM otp_ask WHERE token_id = ANY ($1::uuid[])`;

/** Compares every terminal intent with its charge, journal, token and event. */
export function auditIntentsAcross(databases: Databases, ages: Ages): Promise<Checked> {
  const { olderThanSeconds, forgottenAfterHours } = ages;
  return byPages(
    (after, limit) =>
      databases.query<EndedIntent>('intents', INTENTS, [after, limit, olderThanSeconds, forgottenAfterHours]),
    async (page) => {
      const ids = page.map(({ id }) => id);
      const tokens = page.flatMap(({ token }) => (token === null ? [] : [token]));
      const [charges, events, challenges] = await Promise.all([
        databases.query<Charge>('charging', CHARGES, [ids]),
        databases.query<Event>('webhooks', EVENTS, [ids]),
        databases.query<Challenge>('otp', CHALLENGES, [tokens]),
      ]);
      const of = (id: string): Related => ({
        charges: charges.filter(({ intent }) => intent === id),
        events: events.filter(({ intent }) => intent === id),
        challenges,
      });
      return page.flatMap((intent) => judge(intent, of(intent.id)));
    },
  );
}

function judge(intent: EndedIntent, { charges, events, challenges }: Related): readonly Violation[] {
  const { id: subject } = intent;
  const found: (Violation | undefined)[] = [
    intent.status === 'COMPLETED' && !isPaid(intent, charges)
      ? { rule: 'completed_without_its_journal', statement: 1, subject, detail: describeCharges(charges) }
      : undefined,
    intent.status === 'FAILED' && !isDeclined(intent, charges)
      ? { rule: 'failed_without_its_decline', statement: 3, subject, detail: describeCharges(charges) }
      : undefined,
    intent.charge === null && charges.length > 0
      ? { rule: 'ended_but_charged', statement: 1, subject, detail: describeCharges(charges) }
      : undefined,
    hasOneEvent(intent, events)
      ? undefined
      : { rule: 'terminal_event_wrong', statement: 3, subject, detail: describeEvents(intent, events) },
    [...charges, ...events].every(({ merchant, mode }) => merchant === intent.merchant && mode === intent.mode)
      ? undefined
      : { rule: 'related_rows_of_another_tenant', statement: 7, subject, detail: describeCharges(charges) },
    isAuthorized(intent, challenges)
      ? undefined
      : { rule: 'charge_without_consumed_token', statement: 5, subject, detail: `token ${String(intent.token)}` },
  ];
  return found.filter((violation) => violation !== undefined);
}

function isPaid(intent: EndedIntent, charges: readonly Charge[]): boolean {
  const [charge, ...more] = charges;
  return (
    charge?.state === 'succeeded' &&
    more.length === 0 &&
    charge.id === intent.charge &&
    charge.payer === intent.payer &&
    charge.fee === intent.fee &&
    [charge.amount, charge.moved].every((amount) => amount === intent.amount)
  );
}

function isDeclined(intent: EndedIntent, charges: readonly Charge[]): boolean {
  const [charge, ...more] = charges;
  return (
    charge?.state === 'declined' &&
    more.length === 0 &&
    charge.id === intent.charge &&
    charge.decline === intent.failure &&
    charge.moved === '0'
  );
}

function hasOneEvent({ status, event }: EndedIntent, events: readonly Event[]): boolean {
  const [first, ...more] = events;
  if (first === undefined || more.length > 0) return false;
  return first.id === event && first.type === `payment.${status.toLowerCase()}`;
}

/**
 * True when the token of the charge came from a consumed challenge of this payer, merchant and mode, and of no other intent, or from an ask. A
 * guest, and who is asked, is no user: challenge and ask are of a phone number, and name the intent.
 */
function isAuthorized(intent: EndedIntent, challenges: readonly Challenge[]): boolean {
  if (!intent.remembered) return true;
  return challenges.some(
    ({ token, payer, merchant, mode, intent: bound }) =>
      token === intent.token &&
      (intent.payer === null ? !payer.startsWith('usr_') && bound === intent.id : payer === intent.payer) &&
      merchant === intent.merchant &&
      mode === intent.mode &&
      (bound === null || bound === intent.id),
  );
}

function describeCharges(charges: readonly Charge[]): string {
  if (charges.length === 0) return 'no charge';
  return charges.map(({ id, state, amount, moved }) => `${id} ${state}, ${amount}, moved ${moved}`).join('; ');
}

function describeEvents({ status, event }: EndedIntent, events: readonly Event[]): string {
  const seen = events.map(({ id, type }) => `${type} ${id}`).join(', ');
  return `${status} by ${String(event)}; events: ${seen === '' ? 'none' : seen}`;
}
