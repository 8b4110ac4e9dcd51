import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Merchants use live keys once they are activated, and stay at the version of their first call. */
export class MerchantSettings1795132808000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant
        ADD COLUMN live_active boolean NOT NULL DEFAULT false,
        ADD COLUMN api_version text CHECK (api_version ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$');
      CREATE FUNCTION refuse_version_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'merchant % is pinned to %', OLD.id, OLD.api_version USING ERRCODE = 'restrict_violation';
      END $$;
      CREATE TRIGGER merchant_version_is_for_ever BEFORE UPDATE ON merchant FOR EACH ROW
        WHEN (OLD.api_version IS NOT NULL AND OLD.api_version IS DISTINCT FROM NEW.api_version)
        EXECUTE FUNCTION refuse_version_change()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER merchant_version_is_for_ever ON merchant;
      DROP FUNCTION refuse_version_change();
      ALTER TABLE merchant DROP COLUMN live_active, DROP COLUMN api_version`);
  }
}
