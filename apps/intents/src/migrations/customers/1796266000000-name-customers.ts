import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The phone that pays by mobile money as a customer of its merchant in its mode. Payments of the version before have none. */
export class NameCustomers1796266000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN customer_id text COLLATE "C";
      -- wider: the version before writes no customer
      ALTER TABLE intent ADD CONSTRAINT intent_customer CHECK (customer_id IS NULL OR operator IS NOT NULL) NOT VALID;
      CREATE TRIGGER customer_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.charge_id IS NOT NULL AND OLD.customer_id IS DISTINCT FROM NEW.customer_id)
        EXECUTE FUNCTION refuse_payer_change();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER customer_never_changes ON intent;
      ALTER TABLE intent DROP COLUMN customer_id;
    `);
  }
}
