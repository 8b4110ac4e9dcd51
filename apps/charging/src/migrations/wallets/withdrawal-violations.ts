export const causesOfWithdrawals = `
    UNION ALL
    SELECT withdrawal_id, amount, ledger FROM wallet_withdrawal WHERE confirmed_at IS NOT NULL
    UNION ALL
    SELECT end_journal_id, amount, ledger FROM wallet_withdrawal WHERE ended_at IS NOT NULL
    UNION ALL
    SELECT correction_journal_id, correction_amount, ledger FROM wallet_withdrawal WHERE correction_journal_id IS NOT NULL`;

/** Breaches of what must hold between withdrawals, their operations and the ledger. ledger_violation has them, too. */
export const withdrawalViolations = `
  CREATE VIEW withdrawal_violation AS
  SELECT 'clearing_is_not_its_withdrawals' AS rule, a.ledger::text AS subject
  FROM append_account a JOIN account_balance b USING (account_id)
  WHERE a.kind = 'clearing' AND b.balance <> (
    SELECT coalesce(sum(x.amount), 0) FROM wallet_withdrawal x WHERE x.ledger = a.ledger AND x.state = 'pending')
  UNION ALL
  SELECT 'operation_is_not_its_withdrawal', coalesce(o.operation_id, x.withdrawal_id)
  FROM (SELECT operation_id, user_id, rail, ledger, amount, state FROM rail_operation WHERE kind = 'withdrawal') o
  FULL JOIN (SELECT * FROM wallet_withdrawal WHERE state <> 'asked') x ON x.withdrawal_id = o.operation_id
  WHERE ((o.user_id, o.rail, o.ledger, o.amount) = (x.user_id, x.rail, x.ledger, x.amount - x.fee)
    AND x.state = CASE o.state WHEN 'succeeded' THEN 'completed' WHEN 'declined' THEN 'failed' ELSE 'pending' END) IS NOT TRUE`;

export const rulesOfWithdrawals = `
  UNION ALL
  SELECT rule, subject FROM withdrawal_violation`;
