import { expect } from '@jest/globals';
import type { Stack, StackBus, StackDatabases } from '@paygate/testing';
import { eventually, inboxMessages, receivedDeliveries } from '@paygate/testing';

/** Everything that a message may change. */
export interface StackState {
  readonly rows: readonly string[];
  readonly delivered: number;
  /** SMS and e-mails. */
  readonly sent: readonly string[];
  readonly deadLetters: readonly string[];
}

export interface StackParts {
  readonly stack: Stack;
  readonly bus: StackBus;
  readonly databases: StackDatabases;
}

const WITHIN_QUIET_MS = { intervalMs: 200 };
/** The log of requests grows by a timer of the gateway, after the requests. */
const REQUEST_LOG = 'auth.request_log: ';

/** The state that changes by itself while a payer has not answered: charging asks the operator, and intents asks charging. */
const WHILE_OPEN: Readonly<Record<string, RegExp>> = {
  'charging.rail_operation: ': /"(polls|due_at|leased_until|updated_at)": (\d+|null|"[^"]*"), /g,
  'intents.intent: ': /"outcome_due_at": (null|"[^"]*"), /g,
};

/** The state once all messages are handled. A message that was published twice to a dead-letter queue counts once. */
export async function quietState({ stack, bus, databases }: StackParts): Promise<StackState> {
  await quiet(bus, databases);
  const dead = await bus.read(bus.streams.filter(({ kind }) => kind === 'dead-letters'));
  const ids = dead.map(({ topic, headers }) => `${topic}: ${String(headers['envelope'])}`);
  return {
    rows: (await databases.rows()).filter((row) => !row.startsWith(REQUEST_LOG)).map(settled),
    delivered: (await receivedDeliveries(stack)).length,
    // a mail that is sent twice has the same text, a code that is sent again does not
    sent: (await inboxMessages(stack)).map(({ to, text }) => `message to ${to}: ${text}`),
    deadLetters: [...new Set(ids)].sort(),
  };
}

function settled(row: string): string {
  const [, changing] = Object.entries(WHILE_OPEN).find(([table]) => row.startsWith(table)) ?? [];
  return changing === undefined ? row : row.replaceAll(changing, '');
}

/** To endpoints that take deliveries: those that are paused, disabled or deleted get none. */
const UNDELIVERED = `
  SELECT 1 FROM webhook_delivery JOIN webhook_endpoint USING (endpoint_id)
  WHERE webhook_delivery.state = 'pending' AND webhook_endpoint.state = 'enabled'`;

const WAITING = [
  ['webhooks', UNDELIVERED],
  ['auth', 'SELECT 1 FROM owner_notice'],
  ['intents', 'SELECT 1 FROM intent_search_due'],
  ['otp', 'SELECT 1 FROM otp_send'],
] as const;

/** Nothing is unread, unpublished or undelivered, every payment that waits for its outcome is delayed, and none expires soon. */
async function quiet(bus: StackBus, databases: StackDatabases): Promise<void> {
  await handled(bus, databases);
  await expireSoon(databases);
  await forgetSoon(databases);
  await sixMinutesPass(databases);
  await minutesOfTalliesPass(databases);
  await eventually(
    async () => (await databases.query('intents', `SELECT 1 FROM intent WHERE ${LAPSING}`)).length === 0,
    {
      ...WITHIN_QUIET_MS,
    },
  );
  await eventually(
    async () => (await databases.query('intents', `SELECT 1 FROM intent WHERE ${NOT_DELAYED}`)).length === 0,
    WITHIN_QUIET_MS,
  );
  await handled(bus, databases);
}

async function handled(bus: StackBus, databases: StackDatabases): Promise<void> {
  await eventually(async () => {
    await bus.settled();
    await theHourEnds(databases);
    for (const [database, waiting] of WAITING)
      expect({ database, waiting, rows: await databases.query(database, waiting) }).toMatchObject({ rows: [] });
    expect(await databases.everywhere('SELECT 1 FROM outbox')).toEqual([]);
    return true;
  }, WITHIN_QUIET_MS);
  await bus.settled();
}

/** Owners get the notices of the further acts of an hour now. */
async function theHourEnds(databases: StackDatabases): Promise<void> {
  await databases.query(
    'auth',
    `UPDATE owner_notice SET next_at = clock_timestamp() WHERE act ? 'further' AND next_at > clock_timestamp()`,
  );
}

/** Makes records of what the audit trail counts by the minute. */
async function minutesOfTalliesPass(databases: StackDatabases): Promise<void> {
  await databases.query('auth', `UPDATE audit_tally SET minute = minute - interval '1 hour'`);
  await eventually(
    async () => (await databases.query('auth', 'SELECT 1 FROM audit_tally')).length === 0,
    WITHIN_QUIET_MS,
  );
}

/** Payments that are not delayed yet: they wait for their payer's approval, or for the operator. */
const NOT_DELAYED = `status = 'PROCESSING' AND next_action IS DISTINCT FROM 'await_outcome'`;

/** The end of the comparisons of a suite: the same for all of them, or a payment would come within it from one to the next. */
const COMPARED_UNTIL = new Date(Date.now() + 10 * 60_000).toISOString();
/** Payments that would expire while states are compared, as those of a limited link do that nobody pays. */
const LAPSING = `status IN ('PENDING', 'REQUIRES_ACTION') AND coalesce(extended_until, expires_at) < '${COMPARED_UNTIL}'`;

/** They expire now. Only a superuser gets this past the guards. */
async function expireSoon(databases: StackDatabases): Promise<void> {
  await databases.query(
    'intents',
    `WITH past AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
     UPDATE intent SET expires_at = clock_timestamp(), extended_until = NULL FROM past WHERE ${LAPSING}`,
  );
}

/** Rows that auth would delete while states are compared, such as sessions that nobody uses any more: they go now. */
async function forgetSoon(databases: StackDatabases): Promise<void> {
  for (const table of ['denied_tokens', 'mail_token', 'account_claim', 'dashboard_session'])
    await databases.query('auth', `DELETE FROM ${table} WHERE expires_at < '${COMPARED_UNTIL}'`);
}

/**
 * Six minutes pass without an answer of the payer, of one payment or of all that wait for one. Only a superuser gets this past the
 * guards.
 */
export async function sixMinutesPass(databases: StackDatabases, intentId?: string): Promise<void> {
  await databases.query(
    'intents',
    `WITH past AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', true))
     UPDATE intent SET charged_at = charged_at - interval '6 minutes', outcome_due_at = clock_timestamp(),
       next_action_until = next_action_until - interval '6 minutes'
     FROM past WHERE ${NOT_DELAYED} AND id = coalesce($1, id)`,
    [intentId ?? null],
  );
}

/** The difference between two states, in both directions. */
export function difference(before: StackState, after: StackState): Record<'gone' | 'added', readonly string[]> {
  const [left, right] = [new Set(entriesOf(before)), new Set(entriesOf(after))];
  return {
    gone: [...left].filter((entry) => !right.has(entry)),
    added: [...right].filter((entry) => !left.has(entry)),
  };
}

function entriesOf({ rows, delivered, sent, deadLetters }: StackState): readonly string[] {
  return [...rows, `${delivered} deliveries`, ...sent, ...deadLetters];
}
