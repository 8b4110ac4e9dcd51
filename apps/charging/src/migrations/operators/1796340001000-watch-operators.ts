import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The state of each operator's payments that merchants were last notified of, by mode, and since when. */
export class WatchOperators1796340001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operator_state (
        rail text COLLATE "C" NOT NULL,
        mode text COLLATE "C" NOT NULL CHECK (mode IN ('test', 'live')),
        -- degraded or down
        is_degraded boolean NOT NULL DEFAULT false,
        changed_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (rail, mode))`);
    await runner.query(`
      INSERT INTO operator_state (rail, mode)
      SELECT rail, mode FROM unnest(ARRAY['mtn_momo', 'orange_money']) AS rail, unnest(ARRAY['test', 'live']) AS mode`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE operator_state');
  }
}
