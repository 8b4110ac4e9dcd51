import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The accounts that have, or ever had, live mode, whatever version of the service switches it: docs/adr/0086-persons-of-the-team.md. The audit trail
 * has the changes of before.
 */
export class KeepLiveMode1796340000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE merchant ADD COLUMN was_live boolean NOT NULL DEFAULT false;
      CREATE FUNCTION keep_live_mode() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.was_live := NEW.was_live OR NEW.live_active OR TG_OP = 'UPDATE' AND OLD.was_live;
        RETURN NEW;
      END $$;
      CREATE TRIGGER keep_live_mode BEFORE INSERT OR UPDATE ON merchant FOR EACH ROW EXECUTE FUNCTION keep_live_mode();
      UPDATE merchant SET was_live = true
      WHERE live_active OR EXISTS (
        SELECT FROM audit_record a
        WHERE a.merchant_id = merchant.id AND a.action = 'merchant.changed' AND a.detail::jsonb ? 'liveActive')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER keep_live_mode ON merchant;
      DROP FUNCTION keep_live_mode();
      ALTER TABLE merchant DROP COLUMN was_live`);
  }
}
