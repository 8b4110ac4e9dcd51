import { PAID } from './payment.js';
import { LATE } from './rail-operation.js';

/** Inserts a completed refund of the completed payment, and nothing else. */
export const refund = (amount: number): string => `
  INSERT INTO refund (refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, metadata, key_hash, body_hash, state,
    created_at, updated_at, ended_at)
  SELECT 're_1', charge_id, intent_id, merchant_id, ledger, method, ${amount}, '{}', 'k', 'b', 'completed', ${LATE}, ${LATE}, ${LATE}
  FROM charge WHERE intent_id = '${PAID}'`;

/** Inserts a booked reversal of the completed payment, and nothing else. */
export const reversal = (amount: number): string => `
  INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said, state, booked_by,
    merchant_amount, fee_amount, receivable_amount, created_at, updated_at, booked_at)
  SELECT 'rv_1', charge_id, intent_id, merchant_id, ledger, 'mtn_momo', ${amount}, 'query', 'query', 'x', 'booked', 'per_1',
    ${amount}, 0, 0, ${LATE}, ${LATE}, ${LATE}
  FROM charge WHERE intent_id = '${PAID}'`;

/** Inserts a pending hold, and nothing else. */
export const hold = (amount: number): string => `
  INSERT INTO hold (hold_id, kind, debit_id, credit_id, amount, ledger)
  SELECT 're_1', 'refund', account_id, -21950, ${amount}, ledger FROM append_account WHERE kind = 'merchant'`;
