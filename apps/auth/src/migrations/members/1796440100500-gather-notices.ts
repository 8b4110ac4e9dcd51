import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Payments and refunds that members are notified of by their sum. The version before gathers none. */
export class GatherNotices1796440100500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE member ADD COLUMN notices_at timestamptz');
    await runner.query(
      `COMMENT ON COLUMN member.notices_at IS 'of the last choice: a payment of before it is not notified, also when its topic is replayed'`,
    );
    await runner.query(`
      CREATE TABLE notice_sum (
        member_id text COLLATE "C" NOT NULL REFERENCES member ON DELETE CASCADE,
        kind text NOT NULL,
        channel text COLLATE "C" NOT NULL,
        since timestamptz NOT NULL,
        -- the end of the hour or the day, after which the member is notified
        until timestamptz NOT NULL CHECK (until > since),
        currency text NOT NULL,
        payments integer NOT NULL CHECK (payments >= 0),
        paid bigint NOT NULL CHECK (paid >= 0),
        refunds integer NOT NULL CHECK (refunds >= 0),
        refunded bigint NOT NULL CHECK (refunded >= 0),
        PRIMARY KEY (member_id, kind, channel, until, currency)
      ) WITH (fillfactor = 70)`);
    await runner.query('CREATE INDEX notice_sum_until ON notice_sum (until)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notice_sum');
    await runner.query('ALTER TABLE member DROP COLUMN notices_at');
  }
}
