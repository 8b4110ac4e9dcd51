import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Notices to owners that otp has not taken yet. The version before sends them while it records their acts. */
export class KeepOwnerNotices1796000040000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE owner_notice (
        -- of the event that says what was done, and its payload
        act_id text COLLATE "C" NOT NULL,
        act jsonb NOT NULL,
        request_id text NOT NULL,
        -- an owner at the time of the act, with the address of then: one who is removed afterwards gets the notice, too
        person_id text COLLATE "C" NOT NULL,
        sealed_email text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
        next_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (act_id, person_id)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX owner_notice_next ON owner_notice (next_at)');
    await runner.query('CREATE INDEX owner_notice_oldest ON owner_notice (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE owner_notice');
  }
}
