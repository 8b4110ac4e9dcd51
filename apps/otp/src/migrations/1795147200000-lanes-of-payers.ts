import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Payments that a merchant made for one user are counted apart from those that anybody may have. A challenge says where
 * checks of callers who are not signed in are counted, as only its making knew whose payment it is for.
 */
export class LanesOfPayers1795147200000 implements MigrationInterface {
  readonly name = 'LanesOfPayers1795147200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_lane_check, ADD CONSTRAINT otp_budget_lane_check CHECK (${LANE});
      ALTER TABLE otp_challenge ADD COLUMN callers_lane text;
      UPDATE otp_challenge SET callers_lane = CASE WHEN intent_id IS NULL THEN 'open' ELSE 'intent' END;
      ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_lane_check,
        ALTER COLUMN callers_lane SET NOT NULL,
        ADD CHECK ((intent_id IS NULL) = (callers_lane = 'open')),
        ADD CONSTRAINT otp_challenge_lane_check CHECK (${LANE} AND lane IN ('signed-in', callers_lane));
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_lane_check, DROP COLUMN callers_lane;
      UPDATE otp_challenge SET lane = 'intent' WHERE lane NOT IN ${LANES};
      DELETE FROM otp_budget WHERE lane NOT IN ${LANES};
      ALTER TABLE otp_challenge ADD CONSTRAINT otp_challenge_lane_check CHECK (lane IN ${LANES});
      ALTER TABLE otp_budget DROP CONSTRAINT otp_budget_lane_check,
        ADD CONSTRAINT otp_budget_lane_check CHECK (lane IN ${LANES});
    `);
  }
}

const LANES = `('open', 'intent', 'signed-in')`;
const LANE = `lane ~ '^(open|intent|signed-in|merchant:.+|foreign:.+)$'`;
