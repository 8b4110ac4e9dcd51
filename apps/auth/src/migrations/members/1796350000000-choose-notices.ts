import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The notices that a member switches on and off. The version before sends none of them. */
export class ChooseNotices1796350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE member ADD COLUMN payout_failed_notice boolean');
    await runner.query(`COMMENT ON COLUMN member.payout_failed_notice IS 'null: by the role'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE member DROP COLUMN payout_failed_notice');
  }
}
