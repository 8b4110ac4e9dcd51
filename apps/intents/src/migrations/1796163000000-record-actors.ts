import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The member or the API key that created a link, or an intent; an intent by a link has the actor of the link. It belongs to the order, and
 * to the terms of the link, which never change. Rows of the version before have none.
 */
export class RecordActors1796163000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment_link ADD COLUMN actor text COLLATE "C";
      ALTER TABLE intent ADD COLUMN actor text COLLATE "C";
      CREATE TRIGGER actor_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.actor IS DISTINCT FROM NEW.actor) EXECUTE FUNCTION refuse_order_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER actor_never_changes ON intent;
      ALTER TABLE intent DROP COLUMN actor;
      ALTER TABLE payment_link DROP COLUMN actor`);
  }
}
