import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sums of movements whose payments were deleted, so that the accounts of the platform keep their balances. */
export class KeepSums1796300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE movement_sum (
        rail text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        amount bigint NOT NULL,
        PRIMARY KEY (rail, kind));
      ${accountView(`
        + (SELECT coalesce(-sum(s.amount), 0) FROM movement_sum s WHERE s.rail = a.rail AND s.kind = ANY (a.kinds))`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`${accountView('')}; DROP TABLE movement_sum`);
  }
}

const accountView = (deleted: string): string => `
  CREATE OR REPLACE VIEW account AS
  SELECT name, ((
    SELECT coalesce(-sum(m.amount), 0) FROM movement m JOIN payment p USING (rail, reference)
    WHERE m.rail = a.rail AND (p.kind = ANY (a.kinds)))${deleted}
    + a.sign * (SELECT coalesce(sum(t.amount), 0) FROM account_transfer t WHERE t.rail = a.rail))::bigint AS balance
  FROM (VALUES
    ('mtn_momo', 'mtn_momo', ARRAY['collection'], -1),
    ('mtn_momo/disbursement', 'mtn_momo', ARRAY['refund', 'cash_in', 'transfer'], 1),
    ('orange_money', 'orange_money', ARRAY['collection', 'refund', 'cash_in', 'transfer'], 0)) AS a (name, rail, kinds, sign)`;
