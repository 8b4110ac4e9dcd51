import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The till at which an intent was made. It belongs to the order. Rows of the version before have none. */
export class NameTills1796440000400 implements MigrationInterface {
  readonly name = 'NameTills1796440000400';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN till_id text COLLATE "C";
      CREATE TRIGGER till_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.till_id IS DISTINCT FROM NEW.till_id) EXECUTE FUNCTION refuse_order_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER till_never_changes ON intent;
      ALTER TABLE intent DROP COLUMN till_id`);
  }
}
