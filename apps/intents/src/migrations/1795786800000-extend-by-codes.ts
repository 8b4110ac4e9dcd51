import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A payment of a link with limited uses expires early, and is extended by its codes up to a moment of the order. The version before
 * expires such a payment at `expires_at`. Existing rows have neither column, so the check need not look at them.
 */
export class ExtendByCodes1795786800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE intent ADD COLUMN extensible_until timestamptz, ADD COLUMN extended_until timestamptz;
      -- wider: the version before writes neither column
      ALTER TABLE intent ADD CONSTRAINT intent_extension CHECK (
        extensible_until > expires_at IS NOT FALSE AND extended_until BETWEEN expires_at AND extensible_until IS NOT FALSE
        AND (extended_until IS NULL OR extensible_until IS NOT NULL)) NOT VALID;
      CREATE TRIGGER extensible_until_never_changes BEFORE UPDATE ON intent FOR EACH ROW
        WHEN (OLD.extensible_until IS DISTINCT FROM NEW.extensible_until) EXECUTE FUNCTION refuse_order_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER extensible_until_never_changes ON intent;
      ALTER TABLE intent DROP COLUMN extensible_until, DROP COLUMN extended_until`);
  }
}
