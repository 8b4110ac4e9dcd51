import pg from 'pg';
import { StackError } from './errors.ts';
import type { Secrets } from './secrets/secrets.ts';

/** The name of a service's database and of its role; the role `auth-owner` becomes `paygate_auth_owner`. */
export function databaseName(service: string): string {
  return `paygate_${service.replaceAll('-', '_')}`;
}

/** The address under the service's own role, which may only read and write its tables. */
export function databaseUrl(admin: string, service: string, secrets: Secrets): string {
  return urlOf(admin, service, { role: service, secrets });
}

/** The address under the role that owns the service's database and tables. Only its migrations know it. */
export function migrationUrl(admin: string, service: string, secrets: Secrets): string {
  return urlOf(admin, service, { role: ownerOf(service), secrets });
}

const AUDITOR = 'auditor';

/** The columns that the auditor reads, by service and table or view: no content, no message, no digest, nothing encrypted. */
const AUDITED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  intents: {
    intent: `id, merchant_id, mode, amount, amount_refunded, amount_reversed, status, charge_id, charge_token_id, payer_id, payment_method,
      charged_at, fee, net, failure_code, terminal_event_id, event_sequence, version, created_at, updated_at, expires_at,
      extended_until, completed_at`,
  },
  charging: {
    ledger: 'ledger, mode, currency',
    charge: `charge_id, intent_id, merchant_id, user_id, ledger, method, amount, fee, state, decline_code, accepted_at,
      settled_at`,
    refund: 'refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, state, created_at, ended_at',
    reversal: `reversal_id, intent_id, merchant_id, ledger, merchant_amount, fee_amount, state, return_journal_id, booked_at, returned_at`,
    adjustment: 'adjustment_id, merchant_id, ledger, direction, amount',
    wallet_top_up: 'top_up_id, user_id, ledger, amount, state',
    top_up: 'top_up_id, user_id, ledger, amount, refusal',
    rail_operation:
      'operation_id, kind, intent_id, user_id, ledger, amount, state, accepted_at, submitted_at, due_at, ended_at, created_at',
    transfer: 'journal_id, leg, ledger, amount',
    append_account: 'account_id, kind, owner_id, ledger, pending_debits',
    account_balance: 'account_id, balance',
    account_entry: 'account_id, journal_id, net',
    fee_schedule: 'merchant_id, method, effective_from, bps, fixed',
    reconciliation_run: `run_id, rail, mode, day, state, missing_here, missing_there, differs, duplicate, unreadable, awaited,
      is_matched`,
    reconciliation_item: 'run_id, result',
    ledger_violation: 'rule, subject',
  },
  otp: {
    otp_challenge: `id, merchant_id, mode, subject, intent_id, checks, consumed_at, expires_at, token_id`,
    otp_ask: 'intent_id, merchant_id, mode, token_id',
    otp_send: 'challenge_id, attempt, leased_until',
  },
  webhooks: {
    webhook_event: 'event_id, merchant_id, mode, type, intent_id, created_at',
    webhook_endpoint: 'endpoint_id, merchant_id, mode, state, events, ordered, breaker_until, created_at',
    webhook_delivery: 'delivery_id, event_id, endpoint_id, state, attempts, next_at, leased_by',
  },
};
const OUTBOX = { outbox: 'id, topic, key, created_at' };

/** The services among these whose databases the auditor reads: all but the rail simulator, whose books are the operators'. */
export function auditedOf(services: readonly string[]): readonly string[] {
  return services.filter((service) => service !== 'rail-simulator');
}

/** The address of a service's database under the auditor's role, which may only read. */
export function auditorUrl(admin: string, service: string, secrets: Secrets): string {
  return urlOf(admin, service, { role: AUDITOR, secrets });
}

interface Login {
  readonly role: string;
  readonly secrets: Secrets;
}

function urlOf(admin: string, service: string, { role, secrets }: Login): string {
  const url = new URL(admin);
  url.username = databaseName(role);
  url.password = secrets.databasePassword(role);
  url.pathname = `/${databaseName(service)}`;
  return url.toString();
}

function ownerOf(service: string): string {
  return `${service}-owner`;
}

/** Every role that these services need, by the name of its password. */
export function databaseRoles(services: readonly string[]): readonly string[] {
  return [AUDITOR, ...services.flatMap((service) => [service, ownerOf(service)])];
}

/** A statement of an administrator; left out when the query `unless` finds a row. */
export interface Statement {
  readonly sql: string;
  readonly unless?: string;
}

/** The statements that create missing roles and databases, and set the passwords, which on a given server may be those of another stack. */
export function databaseStatements(services: readonly string[], secrets: Secrets): readonly Statement[] {
  return [...databaseRoles(services).flatMap((role) => roleStatements(role, secrets)), ...services.flatMap(ofDatabase)];
}

/** Runs the statements that create roles and databases. */
export async function ensureDatabases(admin: string, services: readonly string[], secrets: Secrets): Promise<void> {
  await withClient(admin, async (client) => {
    for (const { sql, unless } of databaseStatements(services, secrets)) {
      const found = unless === undefined ? undefined : await client.query(unless);
      if (found?.rowCount !== 1) await client.query(sql);
    }
  });
}

/** Grants the auditor the columns that it reads. Tables must exist, so call it after the migrations. */
export async function grantAuditor(admin: string, services: readonly string[]): Promise<void> {
  for (const service of auditedOf(services)) {
    await withClient(inDatabase(admin, service), (client) => grantColumns(client, service));
  }
}

function inDatabase(admin: string, service: string): string {
  const url = new URL(admin);
  url.pathname = `/${databaseName(service)}`;
  return url.toString();
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000, query_timeout: 60_000 });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure = error;
  });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
  if (failure !== undefined) throw new StackError(`the connection to PostgreSQL broke: ${failure.message}`);
}

function ofDatabase(service: string): readonly Statement[] {
  const name = databaseName(service);
  const identifier = pg.escapeIdentifier(name);
  const owner = pg.escapeIdentifier(databaseName(ownerOf(service)));
  const created = `CREATE DATABASE ${identifier} OWNER ${owner}`;
  return [
    // an administrator that is no superuser may create objects only for roles that it is a member of
    { sql: `GRANT ${identifier}, ${owner} TO CURRENT_USER` },
    { sql: created, unless: `SELECT 1 FROM pg_database WHERE datname = ${pg.escapeLiteral(name)}` },
    { sql: `REVOKE ALL ON DATABASE ${identifier} FROM PUBLIC` },
    { sql: `GRANT CONNECT ON DATABASE ${identifier} TO ${identifier}` },
  ];
}

/** The role can sign in. */
function roleStatements(of: string, secrets: Secrets): readonly Statement[] {
  const name = databaseName(of);
  const identifier = pg.escapeIdentifier(name);
  return [
    { sql: `CREATE ROLE ${identifier}`, unless: `SELECT 1 FROM pg_roles WHERE rolname = ${pg.escapeLiteral(name)}` },
    { sql: `ALTER ROLE ${identifier} LOGIN PASSWORD ${pg.escapeLiteral(secrets.databasePassword(of))}` },
  ];
}

async function grantColumns(client: pg.Client, service: string): Promise<void> {
  for (const { sql, relation = 'pg_class' } of auditorRights(service)) {
    const found = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [relation]);
    if (found.rowCount === 1) await client.query(sql);
  }
}

/** The statements by which the owner of a service's database lets the auditor read, those about a relation with its name. */
export function auditorRights(service: string): readonly { readonly sql: string; readonly relation?: string }[] {
  const [database = '', auditor = ''] = [service, AUDITOR].map((role) => pg.escapeIdentifier(databaseName(role)));
  return [
    { sql: `GRANT CONNECT ON DATABASE ${database} TO ${auditor}` },
    { sql: `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${auditor}` },
    ...Object.entries({ ...AUDITED[service], ...OUTBOX }).map(([relation, columns]) => ({
      sql: `GRANT SELECT (${columns.replaceAll(/\s+/g, ' ')}) ON ${relation} TO ${auditor}`,
      relation,
    })),
  ];
}
