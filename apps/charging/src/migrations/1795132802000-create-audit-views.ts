import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read-only views of the ledger for tests and auditors. Each is exact within one statement. */
export class CreateAuditViews1795132802000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [balances, sums, violations]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP VIEW ledger_violation, ledger_sum, account_balance');
  }
}

/** Credits minus debits of every account: a wallet's row, or what was rolled up plus the tail. */
const balances = `
  CREATE VIEW account_balance AS
  SELECT account_id, ledger, 'wallet' AS kind, user_id AS owner_id, balance FROM wallet
  UNION ALL
  SELECT a.account_id, a.ledger, a.kind, a.owner_id, a.rolled_credits - a.rolled_debits + credits.tail - debits.tail
  FROM append_account a
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::bigint AS tail FROM transfer
    WHERE credit_id = a.account_id AND credit_id < 0 AND position >= a.rolled_to) credits
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(amount), 0)::bigint AS tail FROM transfer
    WHERE debit_id = a.account_id AND debit_id < 0 AND position >= a.rolled_to) debits`;

/** One row for each ledger; the sum is zero. */
const sums = `
  CREATE VIEW ledger_sum AS
  SELECT l.ledger, l.mode, l.currency, coalesce(sum(b.balance), 0)::bigint AS sum
  FROM ledger l LEFT JOIN account_balance b USING (ledger) GROUP BY l.ledger`;

/** Every breach of what must hold, by rule and subject: empty when all is well. */
export const violations = `
  CREATE VIEW ledger_violation AS
  SELECT 'ledger_not_zero' AS rule, ledger::text AS subject FROM ledger_sum WHERE sum <> 0
  UNION ALL
  SELECT 'wallet_below_floor', account_id::text FROM wallet WHERE balance < 0
  UNION ALL
  SELECT 'balance_is_not_history', account_id::text
  FROM (SELECT account_id, balance FROM account_balance) stated
  FULL JOIN (
    SELECT account_id, sum(amount) AS history
    FROM (SELECT credit_id AS account_id, amount FROM transfer UNION ALL SELECT debit_id, -amount FROM transfer) side
    GROUP BY account_id) posted USING (account_id)
  WHERE balance IS NULL OR balance <> coalesce(history, 0)
  UNION ALL
  SELECT 'journal_of_two_ledgers', journal_id FROM transfer GROUP BY journal_id HAVING min(ledger) <> max(ledger)
  UNION ALL
  SELECT 'journal_is_not_its_cause', journal_id
  FROM (SELECT journal_id, sum(amount) AS moved, min(ledger) AS ledger FROM transfer GROUP BY journal_id) journal
  FULL JOIN (
    SELECT charge_id AS journal_id, amount, ledger FROM charge WHERE state = 'succeeded'
    UNION ALL
    SELECT top_up_id, amount, ledger FROM top_up WHERE refusal IS NULL
    UNION ALL
    SELECT suspense_journal_id, suspended_amount, ledger FROM rail_operation WHERE suspended_amount IS NOT NULL) cause
    USING (journal_id)
  WHERE (moved = amount AND journal.ledger = cause.ledger) IS NOT TRUE`;
