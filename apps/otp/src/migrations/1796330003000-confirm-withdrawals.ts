import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes that confirm withdrawals of wallets. */
export class ConfirmWithdrawals1796330003000 implements MigrationInterface {
  readonly name = 'ConfirmWithdrawals1796330003000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(constraints(`, 'withdrawal'`, '|withdrawal'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(constraints('', ''));
  }
}

const constraints = (purpose: string, scope: string): string => `
  ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_purpose_check, DROP CONSTRAINT otp_challenge_budget_scope_check;
  -- wider: one purpose more
  ALTER TABLE otp_challenge ADD CONSTRAINT otp_challenge_purpose_check
    CHECK (purpose IN ('payment', 'registration', 'password_reset'${purpose})) NOT VALID;
  -- wider: one scope more
  ALTER TABLE otp_challenge ADD CONSTRAINT otp_challenge_budget_scope_check
    CHECK (budget_scope ~ '^(untrusted|signed_in|registration|password_reset${scope}|merchant:.+|intent:.+)$') NOT VALID;
  ALTER TABLE otp_use DROP CONSTRAINT otp_use_scope_check;
  -- wider: one scope more
  ALTER TABLE otp_use ADD CONSTRAINT otp_use_scope_check
    CHECK (scope ~ '^(untrusted|signed_in|registration|password_reset${scope}|merchant:.+|intent:.+)$') NOT VALID`;
