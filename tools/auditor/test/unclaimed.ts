import { LATE } from './rail-operation.js';

/** Inserts money that was confirmed, or is being returned, and nothing else. */
export const unclaimed = (state: 'confirmed' | 'returning'): string => `
  INSERT INTO unclaimed (unclaimed_id, rail, ledger, amount, operator_number, day, moved_at, run_id, state, return_id, confirmed_at)
  VALUES ('um_1', 'mtn_momo', 1950, 700, '3000000001', '2026-01-31', ${LATE}, 1, '${state}',
    CASE WHEN '${state}' = 'returning' THEN 'rt_1' END, ${LATE})`;

/** Inserts a return that has no hold and no operation. */
export const payerReturn = `${unclaimed('returning')};
  INSERT INTO payer_return (return_id, unclaimed_id, rail, ledger, amount) VALUES ('rt_1', 'um_1', 'mtn_momo', 1950, 700)`;
