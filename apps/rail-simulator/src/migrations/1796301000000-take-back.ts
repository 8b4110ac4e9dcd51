import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Collections that an operator takes back, and those that are paid again after that. Both move money of the account that collects. */
export class TakeBack1796301000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment DROP CONSTRAINT payment_kind, DROP CONSTRAINT payment_is_refund;
      -- wider: reversals, and collections that are paid again
      ALTER TABLE payment ADD CONSTRAINT payment_kind CHECK (
        kind IN ('collection', 'refund', 'cash_in', 'transfer', 'reversal', 'repayment'));
      -- wider: reversals, and collections that are paid again
      ALTER TABLE payment ADD CONSTRAINT payment_is_refund CHECK (
        (kind IN ('refund', 'reversal', 'repayment')) = (original IS NOT NULL));
      ${accountView([...collecting, ...takenBack])}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${accountView(collecting)};
      ALTER TABLE payment DROP CONSTRAINT payment_kind, DROP CONSTRAINT payment_is_refund;
      ALTER TABLE payment ADD CONSTRAINT payment_kind CHECK (kind IN ('collection', 'refund', 'cash_in', 'transfer'));
      ALTER TABLE payment ADD CONSTRAINT payment_is_refund CHECK ((kind = 'refund') = (original IS NOT NULL))`);
  }
}

const collecting = ['collection'];
const takenBack = ['reversal', 'repayment'];
const arrayOf = (kinds: readonly string[]): string => `ARRAY[${kinds.map((kind) => `'${kind}'`).join(', ')}]`;

const accountView = (collected: readonly string[]): string => `
  CREATE OR REPLACE VIEW account AS
  SELECT name, ((
    SELECT coalesce(-sum(m.amount), 0) FROM movement m JOIN payment p USING (rail, reference)
    WHERE m.rail = a.rail AND (p.kind = ANY (a.kinds)))
    + (SELECT coalesce(-sum(s.amount), 0) FROM movement_sum s WHERE s.rail = a.rail AND s.kind = ANY (a.kinds))
    + a.sign * (SELECT coalesce(sum(t.amount), 0) FROM account_transfer t WHERE t.rail = a.rail))::bigint AS balance
  FROM (VALUES
    ('mtn_momo', 'mtn_momo', ${arrayOf(collected)}, -1),
    ('mtn_momo/disbursement', 'mtn_momo', ARRAY['refund', 'cash_in', 'transfer'], 1),
    ('orange_money', 'orange_money', ${arrayOf([...collected, 'refund', 'cash_in', 'transfer'])}, 0)) AS a (name, rail, kinds, sign)`;
