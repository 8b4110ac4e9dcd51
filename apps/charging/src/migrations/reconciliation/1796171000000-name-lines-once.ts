import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A UUID that names an operation at a rail has one form in the lines of statements, whichever version writes them. Lines that are here get it,
 * blank ones go, and the days that they may change are compared again.
 */
export class NameLinesOnce1796171000000 implements MigrationInterface {
  readonly name = 'NameLinesOnce1796171000000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [columns, form, trigger, stored, constraint, validation]) await runner.query(statement);
  }

  /** Lines keep their form, which the version before reads. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE statement_line DROP CONSTRAINT statement_line_uuid;
      DROP TRIGGER name_statement_line ON statement_line;
      DROP FUNCTION name_statement_line();
      DROP FUNCTION uuid_of_reference(text);
      ALTER TABLE reconciliation_run DROP COLUMN blank, DROP COLUMN reader, DROP COLUMN is_stale`);
  }
}

/**
 * `blank`: blank lines, which are none of `lines`. `reader`: the version of the rules by which the file was read. `is_stale`: its lines have
 * changed, or those of another day.
 */
const columns = `
  ALTER TABLE reconciliation_run
    ADD COLUMN IF NOT EXISTS blank integer NOT NULL DEFAULT 0,
    ADD COLUMN IF NOT EXISTS reader smallint NOT NULL DEFAULT 1,
    ADD COLUMN IF NOT EXISTS is_stale boolean NOT NULL DEFAULT false`;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The UUID that a text names in a form of RFC 9562, digits in any case, or in braces; null for any other text. */
const form = `
  CREATE OR REPLACE FUNCTION uuid_of_reference(reference text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
      WHEN lower(reference) ~ '^(?:urn:uuid:)?${UUID}$' THEN right(reference, 36)::uuid
      WHEN lower(reference) ~ '^\\{${UUID}\\}$' THEN substr(reference, 2, 36)::uuid
    END
  $$`;

/** MTN MoMo knows an operation by our UUID. Another rail's token stays byte for byte, even one that looks like a UUID. */
const trigger = `
  CREATE OR REPLACE FUNCTION name_statement_line() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    NEW.reference_uuid := NULL;
    IF (SELECT rail FROM reconciliation_run WHERE run_id = NEW.run_id) = 'mtn_momo' THEN
      NEW.reference_uuid := uuid_of_reference(NEW.reference);
      NEW.reference := coalesce(NEW.reference_uuid::text, NEW.reference);
    END IF;
    RETURN NEW;
  END $$;
  CREATE OR REPLACE TRIGGER name_statement_line BEFORE INSERT OR UPDATE OF reference, reference_uuid ON statement_line
    FOR EACH ROW WHEN (NEW.reference IS NOT NULL) EXECUTE FUNCTION name_statement_line()`;

/** Runs are locked before their lines, as the version before locks them. */
const stored = `
  DO $$
  BEGIN
    PERFORM FROM reconciliation_run WHERE state = 'compared' ORDER BY run_id FOR NO KEY UPDATE;
    WITH gone AS (DELETE FROM statement_line WHERE fault = 'empty' RETURNING run_id)
    UPDATE reconciliation_run r SET lines = lines - gone.blank, blank = r.blank + gone.blank, is_stale = true
    FROM (SELECT run_id, count(*) AS blank FROM gone GROUP BY run_id) AS gone WHERE r.run_id = gone.run_id;
    WITH named AS (
      UPDATE statement_line SET reference = reference
      WHERE reference_uuid IS NULL AND uuid_of_reference(reference) IS NOT NULL
        OR reference_uuid IS NOT NULL AND reference <> reference_uuid::text
      RETURNING run_id)
    UPDATE reconciliation_run r SET is_stale = true
    WHERE state = 'compared' AND (r.rail, r.mode) IN (
      SELECT n.rail, n.mode FROM reconciliation_run n WHERE n.run_id IN (SELECT run_id FROM named));
  END $$`;

const constraint = `
  ALTER TABLE statement_line DROP CONSTRAINT IF EXISTS statement_line_uuid;
  -- wider: the trigger gives what the version before writes this form
  ALTER TABLE statement_line ADD CONSTRAINT statement_line_uuid CHECK (reference = reference_uuid::text) NOT VALID`;
const validation = 'ALTER TABLE statement_line VALIDATE CONSTRAINT statement_line_uuid';
