import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where a customer goes who does not pay. It belongs to the order, which never changes. */
export class AddCancelUrl1795557600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN cancel_url text;
      CREATE FUNCTION refuse_order_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION USING MESSAGE = 'an order never changes', ERRCODE = 'integrity_constraint_violation';
      END $$;
      CREATE TRIGGER cancel_url_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.cancel_url IS DISTINCT FROM NEW.cancel_url) EXECUTE FUNCTION refuse_order_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER cancel_url_never_changes ON intent;
      DROP FUNCTION refuse_order_change();
      ALTER TABLE intent DROP COLUMN cancel_url;
    `);
  }
}
