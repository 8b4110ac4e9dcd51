import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The requests of merchants' keys and members. */
export class RequestLog1795557650000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE request_log (
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        -- grows with the time of the answer
        entry_id text COLLATE "C" NOT NULL,
        method text NOT NULL,
        -- the template of the path
        path text NOT NULL,
        status smallint NOT NULL,
        code text,
        api_key_id text COLLATE "C",
        member_id text COLLATE "C",
        request_id text NOT NULL,
        duration_ms integer NOT NULL CHECK (duration_ms >= 0),
        answered_at timestamptz NOT NULL,
        PRIMARY KEY (merchant_id, mode, entry_id)
      )`);
    await runner.query('CREATE INDEX request_log_age ON request_log (answered_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE request_log');
  }
}
