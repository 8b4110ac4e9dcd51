import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acts that the audit trail records once a minute, with their count. */
export class TallyActs1795870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_tally (
        merchant_id text COLLATE "C" NOT NULL,
        mode text NOT NULL CHECK (mode IN ('test', 'live')),
        action text NOT NULL,
        subject text COLLATE "C" NOT NULL,
        actor text COLLATE "C" NOT NULL,
        minute timestamptz NOT NULL,
        count integer NOT NULL CHECK (count > 0),
        -- of the first act, as its time
        request_id text NOT NULL,
        occurred_at timestamptz NOT NULL,
        PRIMARY KEY (merchant_id, mode, action, subject, actor, minute)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX audit_tally_minute ON audit_tally (minute)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_tally');
  }
}
