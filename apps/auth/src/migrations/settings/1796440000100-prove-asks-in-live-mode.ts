import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Phones are asked for money in live mode only where an owner has shown the second factor in live mode: an account that becomes live begins
 * without, whatever it had set before and whichever version of the service activates it.
 */
export class ProveAsksInLiveMode1796440000100 implements MigrationInterface {
  readonly name = 'ProveAsksInLiveMode1796440000100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION prove_asks_in_live_mode() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW.phone_asks := false;
        RETURN NEW;
      END $$;
      CREATE TRIGGER prove_asks_in_live_mode BEFORE UPDATE ON merchant FOR EACH ROW
        WHEN (NEW.live_active AND NOT OLD.live_active) EXECUTE FUNCTION prove_asks_in_live_mode()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER prove_asks_in_live_mode ON merchant;
      DROP FUNCTION prove_asks_in_live_mode()`);
  }
}
