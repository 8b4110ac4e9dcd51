import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The member or the API key that made a payment, or its link. A collection keeps it until its charge is written. Rows of the version
 * before have none.
 */
export class RecordActors1796163000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE charge ADD COLUMN actor text COLLATE "C";
      ALTER TABLE rail_operation ADD COLUMN actor text COLLATE "C"`);
    await runner.query(guard);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER actor_never_changes ON rail_operation;
      DROP FUNCTION refuse_actor_change();
      ALTER TABLE rail_operation DROP COLUMN actor;
      ALTER TABLE charge DROP COLUMN actor`);
  }
}

/** A charge is written once, so only the operation needs it. */
const guard = `
  CREATE FUNCTION refuse_actor_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'what was asked of a rail never changes' USING ERRCODE = 'integrity_constraint_violation';
  END $$;
  CREATE TRIGGER actor_never_changes BEFORE UPDATE ON rail_operation FOR EACH ROW
    WHEN (OLD.actor IS DISTINCT FROM NEW.actor) EXECUTE FUNCTION refuse_actor_change()`;
