import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The till at which a payment was made. A collection keeps it until its charge is written. Rows of the version before have none. */
export class NameTillsOfCharges1796440000300 implements MigrationInterface {
  readonly name = 'NameTillsOfCharges1796440000300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE charge ADD COLUMN till_id text COLLATE "C";
      ALTER TABLE rail_operation ADD COLUMN till_id text COLLATE "C";
      CREATE TRIGGER till_never_changes BEFORE UPDATE ON rail_operation FOR EACH ROW
        WHEN (OLD.till_id IS DISTINCT FROM NEW.till_id) EXECUTE FUNCTION refuse_actor_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER till_never_changes ON rail_operation;
      ALTER TABLE rail_operation DROP COLUMN till_id;
      ALTER TABLE charge DROP COLUMN till_id`);
  }
}
