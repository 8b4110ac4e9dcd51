import type pg from 'pg';

/**
 * The settings of every session in a service's database. They belong to the database, not to a connection: a pooler that shares
 * connections drops what a client asks for at start-up. Time-outs are ordered: command 10 s > connection 4 s + statement 5 s,
 * and service 8.5 s > statement 5 s > lock 2 s.
 */
const SESSION_DEFAULTS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  // a client that is frozen in mid-transaction loses its locks
  idle_in_transaction_session_timeout: '10s',
  // the oldest transaction of the server holds back the events and transfers that are read in their order, in every database
  transaction_timeout: '30s',
  // the parsers of types read this form of dates
  DateStyle: 'ISO',
  TimeZone: 'UTC',
  // look-ups by key and arrays of rows: planning each anew takes longer than executing it
  plan_cache_mode: 'force_generic_plan',
  // a table that was empty when a statement was planned must not be read from end to end when it is full
  enable_seqscan: 'off',
  // without an index the plan then looks so costly that servers before 18 would compile it
  jit: 'off',
};

/** Gives the database of `owner`, who must own it, its session defaults. They bind every session that begins afterwards. */
export async function setSessionDefaults(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
  for (const { name } of rows)
    for (const [setting, value] of Object.entries(SESSION_DEFAULTS))
      await owner.query(
        `ALTER DATABASE ${owner.escapeIdentifier(name)} SET ${setting} TO ${owner.escapeLiteral(value)}`,
      );
}
