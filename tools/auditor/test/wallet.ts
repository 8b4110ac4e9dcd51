/** Inserts a top-up that has no operation. */
export const walletTopUp = `
  INSERT INTO wallet_top_up (top_up_id, user_id, ledger, rail, phone_masked, amount, key_hash, body_hash)
  VALUES ('tu_1', 'usr_1', 1950, 'mtn_momo', '********01', 500, 'k', 'b')`;

/** Inserts a confirmed withdrawal that has neither left its wallet nor an operation. */
export const pendingWithdrawal = `
  INSERT INTO wallet_withdrawal (withdrawal_id, user_id, merchant_id, ledger, rail, phone_masked, phone_index, amount, fee, key_hash, body_hash,
    state, float_owner, confirmed_at)
  VALUES ('wd_1', 'usr_1', 'mer_1', 1950, 'mtn_momo', '********01', 'i', 500, 5, 'k', 'b', 'pending', 'mtn_momo', clock_timestamp())`;
