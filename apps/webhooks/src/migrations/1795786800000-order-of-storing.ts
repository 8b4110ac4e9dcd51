import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Names the advisory locks of transactions that store events; the second key is the position that they announce. */
const STORING = 1_167_024_512;
const KEYS = 4_294_967_296;

/**
 * The position of an event in its lists depends on transactions that store events, and on no other of the server: ADR 32. The table is
 * locked for the moment of this change, so no transaction is under way with a position of the version before; that version lists
 * events up to the oldest open transaction, which none of these positions is before.
 */
export class OrderOfStoring1795786800000 implements MigrationInterface {
  readonly name = 'OrderOfStoring1795786800000';

  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [POSITION, LISTED_BEFORE]) await runner.query(sql);
    await runner.query('ALTER TABLE webhook_event ALTER COLUMN stored_in SET DEFAULT webhook_event_position()');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE webhook_event ALTER COLUMN stored_in SET DEFAULT pg_current_xact_id();
      DROP FUNCTION webhook_event_position(), webhook_listed_before()`);
  }
}

/**
 * One position for each transaction. It announces the next transaction id by a lock, and reads its position after that: the position is
 * not less than what it has announced, nor than the transaction ids that a reader has seen who did not see the lock.
 */
const POSITION = `
  CREATE FUNCTION webhook_event_position() RETURNS xid8 LANGUAGE plpgsql VOLATILE AS $$
  DECLARE
    position text := current_setting('paygate.event_position', true);
    announced bigint;
  BEGIN
    IF position <> '' THEN
      RETURN position::xid8;
    END IF;
    announced := pg_snapshot_xmax(pg_current_snapshot())::text::bigint % ${KEYS};
    -- the key is an integer of 32 bits with a sign
    PERFORM pg_advisory_xact_lock_shared(${STORING}, (announced - CASE WHEN announced >= ${KEYS / 2} THEN ${KEYS} ELSE 0 END)::integer);
    position := greatest(pg_snapshot_xmax(pg_current_snapshot())::text::bigint, pg_current_xact_id()::text::bigint)::text;
    PERFORM set_config('paygate.event_position', position, true);
    RETURN position::xid8;
  END $$`;

/**
 * Every event before this position is visible to a statement that begins after the call, and none is stored before it any more. The
 * next transaction id is read before the locks are: whoever takes one later gets a position that is not less.
 */
const LISTED_BEFORE = `
  CREATE FUNCTION webhook_listed_before() RETURNS xid8 LANGUAGE plpgsql VOLATILE AS $$
  DECLARE
    next bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint;
    behind bigint;
  BEGIN
    -- what was announced after next was read is ahead of it
    SELECT max(distance) FILTER (WHERE distance < ${KEYS / 2}) INTO behind FROM (
      SELECT (next - objid::bigint) % ${KEYS} + CASE WHEN (next - objid::bigint) % ${KEYS} < 0 THEN ${KEYS} ELSE 0 END
      FROM pg_locks WHERE locktype = 'advisory' AND classid = ${STORING} AND objsubid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held (distance);
    RETURN (next - coalesce(behind, 0))::text::xid8;
  END $$`;
