/** Breaches of what must hold between payouts, destinations, holds and transfers, with payouts that a batch has not sent yet. */
export const payoutViolationsWithBatches = `
  CREATE OR REPLACE VIEW payout_violation AS
  SELECT 'hold_is_not_its_payout' AS rule, coalesce(h.hold_id, p.payout_id) AS subject
  FROM (SELECT hold_id, amount, state FROM hold WHERE kind = 'payout') h FULL JOIN payout p ON p.payout_id = h.hold_id
  WHERE (h.amount = p.amount
    AND (h.state, p.state) IN (('pending', 'pending'), ('posted', 'completed'), ('voided', 'failed'), ('voided', 'canceled'))) IS NOT TRUE
  UNION ALL
  SELECT 'operation_is_not_its_payout', coalesce(o.operation_id, p.payout_id)
  FROM (SELECT operation_id, rail, merchant_id, ledger, amount, state, ended_at, is_bulk FROM rail_operation WHERE kind = 'payout') o
  FULL JOIN payout p ON p.payout_id = o.operation_id
  WHERE (p.source = 'batch' AND o.operation_id IS NULL AND p.state IN ('pending', 'canceled')) IS NOT TRUE
    AND (o.amount = p.amount - p.fee AND o.ledger = p.ledger AND o.rail = p.rail AND o.merchant_id = p.merchant_id
      AND o.is_bulk = (p.source = 'batch')
      AND CASE p.state WHEN 'pending' THEN o.ended_at IS NULL WHEN 'completed' THEN o.state = 'succeeded' ELSE o.state = 'declined' END) IS NOT TRUE
  UNION ALL
  SELECT 'payout_went_elsewhere', payout_id
  FROM payout p JOIN payout_destination d USING (destination_id)
  WHERE (d.merchant_id, d.ledger, d.rail) <> (p.merchant_id, p.ledger, p.rail)
    OR (d.kind = 'recipient') <> (p.source = 'batch')
    OR p.source <> 'batch' AND p.created_at < d.usable_at
    OR p.created_at > coalesce(d.revoked_at, 'infinity')
    OR EXISTS (SELECT FROM rail_operation o WHERE o.operation_id = p.payout_id AND o.accepted_at < d.usable_at)`;

/** Breaches of what must hold between batches, their rows, approvals and payouts. ledger_violation has them, too. */
export const batchViolations = `
  CREATE VIEW payout_batch_violation AS
  SELECT 'batch_is_not_its_rows' AS rule, b.batch_id AS subject
  FROM payout_batch b CROSS JOIN LATERAL (
    SELECT count(*) AS rows, sum(r.amount) AS amount, sum(r.fee) AS fee, count(*) FILTER (WHERE r.state <> 'ended') AS open,
      count(*) FILTER (WHERE r.state <> 'drafted') AS placed
    FROM payout_batch_row r WHERE r.batch_id = b.batch_id) AS r
  WHERE b.sealed_at IS NOT NULL AND ((b.row_count, b.amount, b.fee) IS DISTINCT FROM (r.rows, r.amount, r.fee)
    OR r.placed <> CASE WHEN b.approved_at IS NULL THEN 0 ELSE r.rows END
    OR (r.open = 0) <> (b.state = 'completed'))
  UNION ALL
  SELECT 'batch_was_not_approved', b.batch_id
  FROM payout_batch b CROSS JOIN LATERAL (
    SELECT count(DISTINCT member_id) AS persons, bool_or(approved) AS approved FROM (
      SELECT member_id, true AS approved FROM payout_batch_approval a WHERE a.batch_id = b.batch_id AND a.hash = b.hash
      UNION ALL SELECT b.drafted_by, false WHERE starts_with(b.drafted_by, 'mem_')) AS person) AS p
  WHERE b.approved_at IS NOT NULL AND (p.persons >= b.persons AND p.approved) IS NOT TRUE
  UNION ALL
  SELECT 'row_is_not_its_payout', coalesce(r.payout_id, p.payout_id)
  FROM (SELECT r.*, b.merchant_id, b.ledger FROM payout_batch_row r JOIN payout_batch b USING (batch_id) WHERE r.state <> 'drafted') r
  FULL JOIN (SELECT payout_id, destination_id, merchant_id, ledger, amount, fee, state FROM payout WHERE source = 'batch') p
    ON p.payout_id = r.payout_id
  LEFT JOIN rail_operation o ON o.operation_id = p.payout_id
  WHERE ((p.destination_id, p.merchant_id, p.ledger, p.amount, p.fee) = (r.destination_id, r.merchant_id, r.ledger, r.amount + r.fee, r.fee)
    AND CASE r.state WHEN 'placed' THEN p.state = 'pending' AND o.operation_id IS NULL
      WHEN 'released' THEN p.state = 'pending' AND o.operation_id IS NOT NULL
      ELSE p.state <> 'pending' AND (o.operation_id IS NOT NULL OR p.state = 'canceled') END) IS NOT TRUE`;

export const rulesOfBatches = `
  UNION ALL
  SELECT rule, subject FROM payout_batch_violation`;
