import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Outbox: messages that are committed and not yet published. Inbox: messages whose effect is committed. */
export class CreateMessaging1763600000000 implements MigrationInterface {
  readonly name = 'CreateMessaging1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY,
        topic text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        headers text NOT NULL,
        payload text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        leased_until timestamptz
      ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    await runner.query(`
      CREATE TABLE inbox (
        message_id uuid PRIMARY KEY,
        received_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query(`CREATE INDEX inbox_received_at ON inbox USING brin (received_at) WITH (autosummarize = on)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
    await runner.query('DROP TABLE outbox');
  }
}
