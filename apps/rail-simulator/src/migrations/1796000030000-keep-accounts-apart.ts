import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The accounts of the platform at its operators. MTN MoMo keeps what is collected apart from what is paid out, until its merchant moves
 * money from one account to the other.
 */
export class KeepAccountsApart1796000030000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- a negative amount is moved back to the collections
      CREATE TABLE account_transfer (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        rail text COLLATE "C" NOT NULL CHECK (rail = 'mtn_momo'),
        amount bigint NOT NULL CHECK (amount <> 0),
        moved_at timestamptz NOT NULL DEFAULT rail_now());
      CREATE VIEW account AS
      SELECT name, (
        SELECT coalesce(-sum(m.amount), 0) FROM movement m JOIN payment p USING (rail, reference)
        WHERE m.rail = a.rail AND (p.kind = ANY (a.kinds)))::bigint
        + a.sign * (SELECT coalesce(sum(t.amount), 0) FROM account_transfer t WHERE t.rail = a.rail)::bigint AS balance
      FROM (VALUES
        ('mtn_momo', 'mtn_momo', ARRAY['collection'], -1),
        ('mtn_momo/disbursement', 'mtn_momo', ARRAY['refund', 'cash_in', 'transfer'], 1),
        ('orange_money', 'orange_money', ARRAY['collection', 'refund', 'cash_in', 'transfer'], 0)) AS a (name, rail, kinds, sign)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW account; DROP TABLE account_transfer');
  }
}
