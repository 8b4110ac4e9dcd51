import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Browsers to which notices go, and the messages to them. */
export class PushNotices1796440150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE push_subscription (
        -- SHA-256 of the address at the push service, in base64url
        endpoint_sha256 text COLLATE "C" PRIMARY KEY CHECK (length(endpoint_sha256) = 43),
        person_id text COLLATE "C" NOT NULL REFERENCES person ON DELETE CASCADE,
        -- of the session that made or renewed it, with whose end it ends; null once that has expired by itself
        session_id text COLLATE "C" REFERENCES dashboard_session ON DELETE CASCADE,
        -- address, public key and secret of the browser
        sealed_keys text NOT NULL,
        language text NOT NULL CHECK (language IN ('en', 'fr')),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await runner.query('CREATE INDEX push_subscription_person ON push_subscription (person_id, created_at)');
    await runner.query('CREATE INDEX push_subscription_session ON push_subscription (session_id)');
    await runner.query(`
      CREATE TABLE push_message (
        notice_id text COLLATE "C" NOT NULL,
        endpoint_sha256 text COLLATE "C" NOT NULL REFERENCES push_subscription ON DELETE CASCADE,
        member_id text COLLATE "C" NOT NULL,
        payload jsonb NOT NULL,
        request_id text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
        -- null once nothing is to be sent any more; the row stays, so that a notice that comes again is not sent again
        next_at timestamptz DEFAULT clock_timestamp(),
        PRIMARY KEY (notice_id, endpoint_sha256)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX push_message_next ON push_message (next_at) WHERE next_at IS NOT NULL');
    await runner.query('CREATE INDEX push_message_age ON push_message (created_at)');
    await runner.query('CREATE INDEX push_message_subscription ON push_message (endpoint_sha256)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE push_message');
    await runner.query('DROP TABLE push_subscription');
  }
}
