/** Five minutes after the charge was accepted, and five minutes ago. */
export const LATE = `clock_timestamp() - interval '5 minutes'`;
export const IN_AN_HOUR = `clock_timestamp() + interval '1 hour'`;

interface Times {
  readonly submitted?: string;
  readonly due?: string;
  readonly ended?: string;
}

/** Inserts an operation without a charge. */
export const operation = (state: string, { submitted = 'NULL', due = 'NULL', ended = 'NULL' }: Times): string => `
  INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
    request_id, accepted_at, callback_token, state, submitted_at, due_at, ended_at, created_at)
  SELECT 'ch_9', 'collect', 'mtn_momo', 'pi_9', 'mer_1', 'usr_1', 1950, 100, 2, 'sealed', '********01', 'req_1',
    clock_timestamp() - interval '10 minutes', 'token', '${state}', ${submitted}, ${due}, ${ended},
    ${LATE}`;
