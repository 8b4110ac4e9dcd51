import type { DataService } from '@paygate/contracts';
import { dataServices, NAMED_ONLY } from '@paygate/contracts';
import { guardsOfMoney } from './guards-of-money.js';
import type { StatementNumber } from './violation.js';

/**
 * A check within one database: a query that returns `subject` and `detail` of each violation, and `rule` when the query names it.
 * $1 is the age in seconds.
 */
export interface Rule {
  readonly rule: string;
  readonly statement: StatementNumber;
  readonly database: DataService;
  readonly text: string;
}

/** CHARGE_START_SECONDS of charging, plus the longest time that its statement may take. */
const CHARGE_START_SECONDS = 120 + 5;

const MATURE = 'clock_timestamp() - make_interval(secs => $1)';
const CHARGED = `status IN ('PROCESSING', 'COMPLETED', 'FAILED')`;
const TERMINAL = `status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')`;
/** The time at which an intent lapses: codes extend that of a link with limited uses. */
const LAPSE = 'coalesce(extended_until, expires_at)';
/** Every query has the age as a parameter, even if it does not depend on it. */
const ANY_AGE = '$1::double precision >= 0';

/**
 * Constraints and triggers enforce most of this. The auditor checks the data without trusting them, and then that they still
 * exist.
 */
const intents: readonly Rule[] = [
  rule('intents', 6, 'intent_state_illegal', {
    of: 'id',
    detail: `format('%s, version %s', status, version)`,
    from: 'intent',
    where: `NOT (status IN ('PENDING', 'REQUIRES_ACTION') OR ${CHARGED} OR ${TERMINAL})
      OR ${CHARGED} <> (num_nonnulls(charge_id, charge_token_id, payment_method, charged_at) = 4)
      -- a guest has no account, and pays by mobile money
      OR ${CHARGED} AND payer_id IS NULL AND payment_method <> 'mobile_money'
      OR NOT ${CHARGED} AND num_nonnulls(charge_id, charge_token_id, payer_id, payment_method, charged_at) > 0
      OR ${TERMINAL} <> (terminal_event_id IS NOT NULL)
      OR (status = 'COMPLETED') <> (completed_at IS NOT NULL) OR (status = 'FAILED') <> (failure_code IS NOT NULL)
      OR fee + net <> amount OR amount <= 0 OR event_sequence > version`,
  }),
  duplicates('intents', 1, 'charge_of_two_intents', { of: 'charge_id', from: 'intent' }),
  duplicates('intents', 5, 'token_charged_twice', { of: 'charge_token_id', from: 'intent' }),
  duplicates('intents', 3, 'event_of_two_intents', { of: 'terminal_event_id', from: 'intent' }),
  rule('intents', 6, 'charged_after_expiry', {
    of: 'id',
    detail: `format('charged %s, expired %s', charged_at, ${LAPSE})`,
    from: 'intent',
    where: `charged_at >= ${LAPSE}`,
  }),
  rule('intents', 6, 'expired_early', {
    of: 'id',
    detail: `format('expired %s, due %s', updated_at, ${LAPSE})`,
    from: 'intent',
    where: `status = 'EXPIRED' AND updated_at < ${LAPSE}`,
  }),
  rule('intents', 6, 'expiry_forgotten', {
    of: 'id',
    detail: `format('%s, due %s', status, ${LAPSE})`,
    from: 'intent',
    where: `status IN ('PENDING', 'REQUIRES_ACTION') AND ${LAPSE} < ${MATURE}`,
  }),
  rule('intents', 2, 'charge_unsettled', {
    of: 'id',
    detail: `format('PROCESSING since %s', charged_at)`,
    from: 'intent',
    // mobile money waits for the payer and the operator: open-charges-across.ts
    where: `status = 'PROCESSING' AND payment_method = 'wallet' AND charged_at < ${MATURE}`,
  }),
  guard('intents', { table: 'intent', trigger: 'guard_intent', enabled: 'OA', statement: 6 }),
];

const charging: readonly Rule[] = [
  { rule: 'ledger', statement: 4, database: 'charging', text: ledgerViolations() },
  duplicates('charging', 1, 'intent_charged_twice', { of: 'intent_id', from: 'charge' }),
  rule('charging', 6, 'charge_began_late', {
    of: 'charge_id',
    detail: `format('accepted %s, settled %s', accepted_at, settled_at)`,
    from: 'charge',
    where: `state = 'succeeded' AND method = 'wallet'
      AND settled_at > accepted_at + make_interval(secs => ${CHARGE_START_SECONDS})`,
  }),
  rule('charging', 6, 'submission_began_late', {
    of: 'operation_id',
    detail: `format('accepted %s, submitted %s', accepted_at, submitted_at)`,
    from: 'rail_operation',
    where: `submitted_at > accepted_at + make_interval(secs => ${CHARGE_START_SECONDS})`,
  }),
  rule('charging', 2, 'rail_operation_forgotten', {
    of: 'operation_id',
    detail: `format('%s, due %s', state, due_at)`,
    from: 'rail_operation',
    where: `due_at < ${MATURE}`,
  }),
  rule('charging', 1, 'rail_operation_is_not_its_charge', {
    of: 'operation_id',
    detail: `format('%s, charge %s', o.state, c.state)`,
    from: 'rail_operation o LEFT JOIN charge c ON c.charge_id = o.operation_id',
    where: `o.kind = 'collect' AND (CASE WHEN o.state IN ('succeeded', 'declined') THEN o.state END) IS DISTINCT FROM c.state`,
  }),
  rule('charging', 1, 'rail_operation_is_not_its_refund', {
    of: 'operation_id',
    detail: `format('%s, refund %s', o.state, r.state)`,
    from: 'rail_operation o LEFT JOIN refund r ON r.refund_id = o.operation_id',
    where: `o.kind = 'refund' AND
      (CASE o.state WHEN 'succeeded' THEN 'completed' WHEN 'declined' THEN 'failed' ELSE 'pending' END) IS DISTINCT FROM r.state`,
  }),
  rule('charging', 4, 'top_up_is_not_its_operation', {
    of: 'coalesce(w.top_up_id, o.operation_id)',
    detail: `format('%s, operation %s, credited %s', w.state, o.state, t.amount)`,
    // what an operator gives in test mode has no request and no operation
    from: `wallet_top_up w FULL JOIN (SELECT operation_id, state, user_id, ledger, amount FROM rail_operation WHERE kind = 'top_up') o
      ON o.operation_id = w.top_up_id LEFT JOIN top_up t ON t.top_up_id = coalesce(w.top_up_id, o.operation_id)`,
    where: `((w.user_id, w.ledger, w.amount) = (o.user_id, o.ledger, o.amount)
      AND w.state = CASE o.state WHEN 'succeeded' THEN 'completed' WHEN 'declined' THEN 'failed' ELSE 'pending' END
      AND CASE WHEN w.state = 'completed' THEN (t.user_id, t.ledger, t.amount) = (w.user_id, w.ledger, w.amount) AND t.refusal IS NULL
        ELSE t.top_up_id IS NULL END) IS NOT TRUE`,
  }),
  rule('charging', 4, 'charge_is_not_its_entry', {
    of: 'charge_id',
    detail: `format('%s less %s, booked %s', c.amount, c.fee, t.amount)`,
    from: 'charge c LEFT JOIN transfer t ON t.journal_id = c.charge_id AND t.leg = 1',
    // what statements say of a charge: the merchant was credited the amount less the fee
    where: `c.state = 'succeeded' AND t.amount IS DISTINCT FROM c.amount - c.fee`,
  }),
  rule('charging', 4, 'reversal_is_not_its_entry', {
    of: 'v.reversal_id',
    detail: `format('%s of the merchant, booked %s in %s', v.merchant_amount, t.amount, j.journal_id)`,
    from: `reversal v CROSS JOIN LATERAL (VALUES (v.reversal_id), (v.return_journal_id)) AS j (journal_id)
      LEFT JOIN transfer t ON t.journal_id = j.journal_id AND t.leg = 1`,
    // the other legs make up the rest of the amount of the journal
    where: 'v.booked_at IS NOT NULL AND j.journal_id IS NOT NULL AND coalesce(t.amount, 0) <> v.merchant_amount',
  }),
  rule('charging', 4, 'adjustment_is_not_its_entry', {
    of: 'j.adjustment_id',
    detail: `format('%s %s, booked %s', j.direction, j.amount, e.net)`,
    from: `adjustment j LEFT JOIN append_account a ON (a.kind, a.owner_id, a.ledger) = ('merchant', j.merchant_id, j.ledger)
      LEFT JOIN account_entry e ON (e.account_id, e.journal_id) = (a.account_id, j.adjustment_id)`,
    where: `e.net IS DISTINCT FROM CASE j.direction WHEN 'debit' THEN -j.amount ELSE j.amount END`,
  }),
  rule('charging', 4, 'merchant_spent_twice', {
    of: 'a.account_id::text',
    detail: `format('balance %s, held %s', b.balance, a.pending_debits)`,
    from: 'append_account a JOIN account_balance b USING (account_id)',
    // a balance owes what operators have taken back beyond it, and nothing else
    where: `a.kind = 'merchant' AND b.balance < a.pending_debits AND b.balance + (
      SELECT coalesce(sum(v.merchant_amount), 0) FROM reversal v
      WHERE (v.merchant_id, v.ledger) = (a.owner_id, a.ledger) AND v.state IN ('booked', 'returning')) < a.pending_debits`,
  }),
  rule('charging', 4, 'balance_is_not_its_entries', {
    of: 'a.account_id::text',
    detail: `format('balance %s', b.balance)`,
    from: 'append_account a JOIN account_balance b USING (account_id)',
    where: `a.kind = 'merchant'
      AND b.balance <> (SELECT coalesce(sum(net), 0) FROM account_entry e WHERE e.account_id = a.account_id)`,
  }),
  rule('charging', 4, 'day_is_not_its_items', {
    of: `format('%s %s %s', rail, mode, day)`,
    detail: `CASE WHEN is_matched THEN 'matched' ELSE 'not matched' END`,
    from: 'reconciliation_run r',
    // what a day that is reported matched makes available: its counts are those of the lines and operations that differ
    where: `state = 'compared' AND (missing_here, missing_there, differs, duplicate, unreadable, awaited) <> (
      SELECT count(*) FILTER (WHERE result = 'missing_here'), count(*) FILTER (WHERE result = 'missing_there'),
        count(*) FILTER (WHERE result = 'differs'), count(*) FILTER (WHERE result = 'duplicate'),
        count(*) FILTER (WHERE result = 'unreadable'), count(*) FILTER (WHERE result = 'awaited')
      FROM reconciliation_item i WHERE i.run_id = r.run_id)`,
  }),
  guard('charging', { table: 'rail_operation', trigger: 'guard_rail_operation', enabled: 'OA', statement: 6 }),
  ...guardsOfMoney.flatMap(([enabled, table, ...triggers]) =>
    triggers.map((trigger) => guard('charging', { table, trigger, enabled, statement: 4 })),
  ),
];

const otp: readonly Rule[] = [
  rule('otp', 5, 'too_many_checks', {
    of: 'id',
    detail: `format('%s checks', checks)`,
    from: 'otp_challenge',
    where: 'checks > 5 OR (consumed_at IS NOT NULL AND checks < 1)',
  }),
  duplicates('otp', 5, 'token_issued_twice', {
    of: 'token_id::text',
    from: '(SELECT token_id FROM otp_challenge UNION ALL SELECT token_id FROM otp_ask) AS issued',
  }),
  rule('otp', 5, 'code_worked_after_expiry', {
    of: 'id',
    detail: `format('consumed %s, expired %s', consumed_at, expires_at)`,
    from: 'otp_challenge',
    where: 'consumed_at >= expires_at OR (consumed_at IS NULL) <> (token_id IS NULL)',
  }),
  rule('otp', 2, 'message_forgotten', {
    of: 'challenge_id',
    detail: `format('attempt %s was due %s', attempt, leased_until)`,
    from: 'otp_send',
    where: `leased_until < ${MATURE}`,
  }),
];

const webhooks: readonly Rule[] = [
  rule('webhooks', 3, 'two_terminal_events', {
    of: 'intent_id',
    detail: `string_agg(type || ' ' || event_id, ', ')`,
    from: 'webhook_event',
    where: `type IN ('payment.completed', 'payment.failed', 'payment.expired', 'payment.canceled')`,
    having: 'GROUP BY intent_id HAVING count(*) > 1',
  }),
  rule('webhooks', 7, 'delivery_crosses_tenants', {
    of: 'delivery_id',
    detail: `format('%s to %s', event_id, endpoint_id)`,
    from: 'webhook_delivery JOIN webhook_event e USING (event_id) JOIN webhook_endpoint p USING (endpoint_id)',
    where: '(e.merchant_id, e.mode) <> (p.merchant_id, p.mode)',
  }),
  rule('webhooks', 3, 'delivery_missing', {
    of: 'event_id',
    detail: `format('%s, not for %s', type, endpoint_id)`,
    from: `webhook_event e JOIN webhook_endpoint p USING (merchant_id, mode)`,
    // a ping is for the endpoint that was pinged, and a notice not for the one that it is about
    where: `NOT starts_with(e.type, 'endpoint.') AND p.state = 'enabled' AND p.created_at < e.created_at
      AND p.events && ARRAY[e.type, split_part(e.type, '.', 1) || '.*', CASE WHEN NOT starts_with(e.type, '${NAMED_ONLY}') THEN '*' END]
      AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE (d.event_id, d.endpoint_id) = (e.event_id, p.endpoint_id))`,
  }),
  rule('webhooks', 2, 'delivery_forgotten', {
    of: 'delivery_id',
    detail: `format('%s attempts, due %s', attempts, next_at)`,
    from: 'webhook_delivery d JOIN webhook_endpoint p USING (endpoint_id)',
    where: `d.state = 'pending' AND leased_by IS NULL AND p.state = 'enabled' AND NOT p.ordered
      AND greatest(next_at, breaker_until) < ${MATURE}`,
  }),
];

const outboxes = dataServices.map((service) =>
  rule(service, 8, 'message_unpublished', {
    of: 'id::text',
    detail: `format('%s of %s for %s', topic, created_at, key)`,
    from: 'outbox',
    where: `created_at < ${MATURE}`,
  }),
);

export const rules: readonly Rule[] = [...intents, ...charging, ...otp, ...webhooks, ...outboxes];

interface RuleQuery {
  /** SQL: the id of the row that violates the rule */
  readonly of: string;
  readonly detail: string;
  readonly from: string;
  readonly where: string;
  readonly having?: string;
}

function rule(database: DataService, statement: StatementNumber, name: string, query: RuleQuery): Rule {
  const { of, detail, from, where, having = '' } = query;
  const text = `SELECT ${of} AS subject, ${detail} AS detail FROM ${from} WHERE (${where}) AND ${ANY_AGE} ${having}`;
  return { rule: name, statement, database, text };
}

/** A rule for values that may be in a table once only. */
function duplicates(
  database: DataService,
  statement: StatementNumber,
  name: string,
  { of, from }: Pick<RuleQuery, 'of' | 'from'>,
): Rule {
  const having = `GROUP BY ${of} HAVING count(*) > 1`;
  const detail = `format('%s times', count(*))`;
  return rule(database, statement, name, { of, detail, from, where: `${of} IS NOT NULL`, having });
}

interface Guard {
  readonly table: string;
  readonly trigger: string;
  /** the values of pg_trigger.tgenabled that are accepted: O for sessions of applications, A for all sessions */
  readonly enabled: string;
  readonly statement: StatementNumber;
}

/** A rule that a trigger exists and is enabled. */
function guard(database: DataService, { table, trigger, enabled, statement }: Guard): Rule {
  return rule(database, statement, 'guard_missing', {
    of: `'${trigger}'`,
    detail: `'no such trigger on ${table}, or it is disabled'`,
    from: '(VALUES (1)) AS one',
    where: `NOT EXISTS (SELECT FROM pg_trigger WHERE tgname = '${trigger}' AND tgrelid = '${table}'::regclass
      AND position(tgenabled::text IN '${enabled}') > 0)`,
  });
}

/** The ledger's own view of violations, which names the rule. */
function ledgerViolations(): string {
  return `SELECT rule, subject, 'by ledger_violation' AS detail FROM ledger_violation WHERE ${ANY_AGE}`;
}
