import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Second factors of people at the dashboard, with their recovery codes. */
export class SecondFactors1795557620000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE second_factor (
        person_id text COLLATE "C" PRIMARY KEY REFERENCES person ON DELETE CASCADE,
        sealed_secret text NOT NULL,
        -- null until a code confirms it
        enabled_at timestamptz,
        -- the newest time step whose code was used: no code of it, or of an earlier one, counts again
        last_step integer NOT NULL DEFAULT 0 CHECK (last_step >= 0),
        -- wrong codes in a row
        failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
        blocked_until timestamptz
      )`);
    await runner.query(`
      CREATE FUNCTION refuse_used_code() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'an enabled second factor keeps its secret, and its time step grows' USING ERRCODE = 'restrict_violation';
      END $$`);
    await runner.query(`
      CREATE TRIGGER second_factor_code_works_once BEFORE UPDATE ON second_factor FOR EACH ROW
        WHEN (OLD.enabled_at IS NOT NULL AND (NEW.last_step < OLD.last_step
          OR (NEW.person_id, NEW.sealed_secret, NEW.enabled_at) IS DISTINCT FROM (OLD.person_id, OLD.sealed_secret, OLD.enabled_at)))
        EXECUTE FUNCTION refuse_used_code()`);
    await runner.query('ALTER TABLE second_factor ENABLE ALWAYS TRIGGER second_factor_code_works_once');
    await runner.query(`
      CREATE TABLE recovery_code (
        person_id text COLLATE "C" NOT NULL REFERENCES second_factor ON DELETE CASCADE,
        -- HMAC-SHA-256 of person and code under a key that is not in this database. A used code is deleted
        hash bytea NOT NULL CHECK (octet_length(hash) = 32),
        PRIMARY KEY (person_id, hash)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_code');
    await runner.query('DROP TABLE second_factor');
    await runner.query('DROP FUNCTION refuse_used_code');
  }
}
