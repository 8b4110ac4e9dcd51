import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The channels of notices that a member chooses, and the notices by them. The version before reads neither: its notices are by e-mail. Of those of
 * this version, whose act names the account alone, it sends none: it tries them again, as what it cannot send.
 */
export class ChooseChannels1796440100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE member ADD COLUMN notices text[] COLLATE "C" NOT NULL DEFAULT '{}'
        CHECK (cardinality(notices) <= 64 AND array_to_string(notices, ' ', '') ~ '^([a-z_]{1,32}:(email|sms|push)( |$))*$')`);
    await runner.query(
      `COMMENT ON COLUMN member.notices IS 'kind:channel; payout_failed_notice has payout_failed:email'`,
    );
    await runner.query(`
      -- wider: the version before writes one row for each act and person, by e-mail
      ALTER TABLE owner_notice
        ADD COLUMN channel text COLLATE "C" NOT NULL DEFAULT 'email' CHECK (channel IN ('email', 'sms', 'push')),
        ADD COLUMN notice jsonb,
        DROP CONSTRAINT owner_notice_pkey, ADD PRIMARY KEY (act_id, person_id, channel)`);
    await runner.query(
      `COMMENT ON COLUMN owner_notice.notice IS 'one that the member has chosen, whose act names the account alone'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM owner_notice WHERE notice IS NOT NULL');
    await runner.query(`
      ALTER TABLE owner_notice DROP CONSTRAINT owner_notice_pkey, DROP COLUMN notice, DROP COLUMN channel,
        ADD PRIMARY KEY (act_id, person_id)`);
    await runner.query('ALTER TABLE member DROP COLUMN notices');
  }
}
