import type { MigrationInterface, QueryRunner } from 'typeorm';

const ended = `status IN ('COMPLETED', 'FAILED', 'EXPIRED', 'CANCELED')`;

/**
 * Lets the service forget intents of test mode that ended long ago, with their uses of links, pairs of metadata and idempotency keys.
 * Rows are deleted by `forget_test_intents` alone, which runs as the owner of the tables: a delete by the role of the service, or by
 * the owner itself, is refused as before, and that of an intent of live mode by any role.
 */
export class ForgetTestIntents1795870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [rule, intentGuard, useGuard, pairGuard, forget]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION forget_test_intents(text[], bigint[], text[]);
      DROP TRIGGER intent_stays ON intent;
      CREATE TRIGGER intent_stays BEFORE DELETE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent();
      DROP TRIGGER payment_link_use_stays ON payment_link_use;
      DROP TRIGGER guard_payment_link_use ON payment_link_use;
      CREATE TRIGGER guard_payment_link_use BEFORE INSERT OR UPDATE OR DELETE ON payment_link_use
        FOR EACH ROW EXECUTE FUNCTION guard_payment_link_use();
      DROP TRIGGER metadata_pair_stays ON intent_metadata_pair;
      DROP TRIGGER metadata_pair_never_changes ON intent_metadata_pair;
      CREATE TRIGGER metadata_pair_is_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON intent_metadata_pair
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_metadata_pair_change();
      ALTER TABLE intent_metadata_pair ENABLE ALWAYS TRIGGER metadata_pair_is_immutable;
      REVOKE DELETE ON intent_metadata_pair FROM CURRENT_USER;
      DROP FUNCTION guard_intent_end(), guard_payment_link_use_end(), guard_metadata_pair_end(), is_forgettable(intent)`);
  }
}

const rule = `
CREATE FUNCTION is_forgettable(old intent) RETURNS boolean LANGUAGE sql AS $$
  -- the role differs from that of the session in a function that runs as its owner
  SELECT (old.mode = 'test' AND old.${ended} AND old.updated_at < clock_timestamp() - interval '1 day'
    AND current_user <> session_user) IS TRUE
$$`;

const intentGuard = `
CREATE FUNCTION guard_intent_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF is_forgettable(OLD) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION USING MESSAGE = 'an intent is never deleted', ERRCODE = 'integrity_constraint_violation';
END
$$;
DROP TRIGGER intent_stays ON intent;
CREATE TRIGGER intent_stays BEFORE DELETE ON intent FOR EACH ROW EXECUTE FUNCTION guard_intent_end()`;

const useGuard = `
CREATE FUNCTION guard_payment_link_use_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  used intent;
BEGIN
  SELECT * INTO used FROM intent WHERE id = OLD.intent_id;
  IF used.status IN ('FAILED', 'EXPIRED', 'CANCELED') OR is_forgettable(used) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION USING MESSAGE = 'a use counts while its intent is open or completed', ERRCODE = 'integrity_constraint_violation';
END
$$;
DROP TRIGGER guard_payment_link_use ON payment_link_use;
CREATE TRIGGER guard_payment_link_use BEFORE INSERT OR UPDATE ON payment_link_use
  FOR EACH ROW EXECUTE FUNCTION guard_payment_link_use();
CREATE TRIGGER payment_link_use_stays BEFORE DELETE ON payment_link_use
  FOR EACH ROW EXECUTE FUNCTION guard_payment_link_use_end()`;

const pairGuard = `
CREATE FUNCTION guard_metadata_pair_end() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  found_by intent;
BEGIN
  SELECT * INTO found_by FROM intent WHERE id = OLD.intent_id;
  IF is_forgettable(found_by) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'DELETE of % is refused: metadata never changes', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
DROP TRIGGER metadata_pair_is_immutable ON intent_metadata_pair;
CREATE TRIGGER metadata_pair_never_changes BEFORE UPDATE OR TRUNCATE ON intent_metadata_pair
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_metadata_pair_change();
ALTER TABLE intent_metadata_pair ENABLE ALWAYS TRIGGER metadata_pair_never_changes;
CREATE TRIGGER metadata_pair_stays BEFORE DELETE ON intent_metadata_pair
  FOR EACH ROW EXECUTE FUNCTION guard_metadata_pair_end();
ALTER TABLE intent_metadata_pair ENABLE ALWAYS TRIGGER metadata_pair_stays;
GRANT DELETE ON intent_metadata_pair TO CURRENT_USER`;

/** `pairs` and `pair_intents` are the pairs of metadata of these intents: each hash with its intent. */
const forget = `
CREATE FUNCTION forget_test_intents(ids text[], pairs bigint[], pair_intents text[]) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM payment_link_use WHERE intent_id = ANY (ids);
  DELETE FROM intent_metadata_pair pair USING unnest(pairs, pair_intents) AS given (hash, intent_id), intent i
    WHERE i.id = given.intent_id AND i.id = ANY (ids)
      AND (pair.pair_hash, pair.created_at, pair.intent_id) = (given.hash, i.created_at, i.id);
  DELETE FROM idempotency WHERE intent_id = ANY (ids)
    AND created_at BETWEEN (SELECT min(created_at) FROM intent WHERE id = ANY (ids))
      AND (SELECT max(created_at) FROM intent WHERE id = ANY (ids));
  DELETE FROM intent WHERE id = ANY (ids);
END
$$`;
