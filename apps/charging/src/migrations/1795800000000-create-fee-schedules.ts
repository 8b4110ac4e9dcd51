import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The fees of merchants for charges, by payment method. A schedule is in force from a time on, until the next one of the same
 * merchant and method. Rows never change: a charge of last year has the schedule of last year.
 */
export class CreateFeeSchedules1795800000000 implements MigrationInterface {
  readonly name = 'CreateFeeSchedules1795800000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE fee_schedule (
        merchant_id text COLLATE "C" NOT NULL,
        -- a wallet, or the rail
        method text COLLATE "C" NOT NULL CHECK (method IN ('wallet', 'mtn_momo', 'orange_money')),
        effective_from timestamptz NOT NULL,
        bps integer NOT NULL CHECK (bps BETWEEN 0 AND 10000),
        fixed bigint NOT NULL CHECK (fixed BETWEEN 0 AND 1000000),
        agreed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY (merchant_id, method, effective_from),
        -- instances read new schedules before they are in force
        CONSTRAINT fee_schedule_is_ahead CHECK (effective_from > agreed_at));
      CREATE TRIGGER fee_schedule_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON fee_schedule
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      ALTER TABLE fee_schedule ENABLE ALWAYS TRIGGER fee_schedule_stays;
      REVOKE UPDATE, DELETE, TRUNCATE ON fee_schedule FROM PUBLIC, CURRENT_USER`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE fee_schedule');
  }
}
