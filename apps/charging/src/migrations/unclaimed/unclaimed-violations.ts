export const causesOfUnclaimed = `
    UNION ALL
    SELECT unclaimed_id, amount, ledger FROM unclaimed WHERE confirmed_at IS NOT NULL
    UNION ALL
    SELECT match_journal_id, amount, ledger FROM unclaimed WHERE state = 'matched'
    UNION ALL
    SELECT return_id, amount, ledger FROM payer_return WHERE state = 'completed'`;

/** Breaches of what must hold between unclaimed money, its returns and the ledger. ledger_violation has them, too. */
export const unclaimedViolations = `
  CREATE VIEW unclaimed_violation AS
  SELECT 'unclaimed_is_not_its_sum' AS rule, a.ledger::text AS subject
  FROM append_account a JOIN account_balance b USING (account_id)
  WHERE a.kind = 'unclaimed' AND b.balance <> (
    SELECT coalesce(sum(u.amount), 0) FROM unclaimed u WHERE u.ledger = a.ledger AND u.state IN ('confirmed', 'returning'))
  UNION ALL
  SELECT 'unclaimed_is_not_its_returns', u.unclaimed_id
  FROM unclaimed u CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE r.state = 'pending') AS pending, count(*) FILTER (WHERE r.state = 'completed') AS completed
    FROM payer_return r WHERE r.unclaimed_id = u.unclaimed_id) AS r
  WHERE (r.pending, r.completed) <> ((u.state = 'returning')::integer::bigint, (u.state = 'returned')::integer::bigint)
  UNION ALL
  SELECT 'hold_is_not_its_return', coalesce(h.hold_id, r.return_id)
  FROM (SELECT hold_id, amount, state FROM hold WHERE kind = 'return') h FULL JOIN payer_return r ON r.return_id = h.hold_id
  WHERE (h.amount = r.amount AND (h.state, r.state) IN (('pending', 'pending'), ('posted', 'completed'), ('voided', 'failed'))) IS NOT TRUE
  UNION ALL
  SELECT 'operation_is_not_its_return', coalesce(o.operation_id, r.return_id)
  FROM (SELECT operation_id, rail, ledger, amount, state, ended_at FROM rail_operation WHERE kind = 'return') o
  FULL JOIN payer_return r ON r.return_id = o.operation_id
  WHERE (o.amount = r.amount AND o.ledger = r.ledger AND o.rail = r.rail AND CASE r.state WHEN 'pending' THEN o.ended_at IS NULL
    WHEN 'completed' THEN o.state = 'succeeded' ELSE o.state = 'declined' END) IS NOT TRUE`;

export const rulesOfUnclaimed = `
  UNION ALL
  SELECT rule, subject FROM unclaimed_violation`;
