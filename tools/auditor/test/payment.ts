/** A completed, a declined and an expired payment, as the services' databases store them. */
const MERCHANT = 'mer_00000000000000000000000001';
export const PAID = 'pi_00000000000000000000000001';
export const DECLINED = 'pi_00000000000000000000000002';
export const EXPIRED = 'pi_00000000000000000000000003';

const PAYER = 'usr_00000000000000000000000001';
const TOKENS = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const;
const AGO = `clock_timestamp() - interval '10 minutes'`;
const LATER = `clock_timestamp() + interval '20 minutes'`;

const intent = (id: string, ended: string): string => `
  INSERT INTO intent (id, merchant_id, mode, amount, currency, metadata, created_at, expires_at, status, charge_id,
    charge_token_id, payer_id, payment_method, charged_at, fee, net, completed_at, failure_code, failure_message,
    failure_next_step, amount_refunded, terminal_event_id, event_sequence, version, updated_at)
  SELECT '${id}', '${MERCHANT}', 'test', 5000, 'XAF', '{}', ${AGO}, ${ended}`;

const challenge = (number: 1 | 2): string => `
  INSERT INTO otp_challenge (id, purpose, merchant_id, mode, subject, intent_id, amount, currency, trusted, budget_scope, channel,
    code_hash, checks, sends, send_id, sent_at, created_at, resend_at, expires_at, consumed_at, token_id)
  SELECT 'chl_${number}', 'payment', '${MERCHANT}', 'test', '${PAYER}', '${number === 1 ? PAID : DECLINED}', 5000, 'XAF', true,
    'untrusted', 'sms', sha256('code'), 1, 1, gen_random_uuid(), ${AGO}, ${AGO}, ${AGO}, ${LATER}, ${AGO}, '${TOKENS[number - 1] ?? ''}'`;

const charge = (number: 1 | 2, outcome: string): string => `
  INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, method, amount, fee, state, decline_code, debited_id,
    accepted_at, settled_at)
  SELECT 'ch_${number}', '${number === 1 ? PAID : DECLINED}', '${MERCHANT}', '${PAYER}', 1950, 'wallet', 5000, 75, ${outcome}, ${AGO}, ${AGO}`;

const event = (id: string, type: string, number: 1 | 2 | 3): string => `
  INSERT INTO webhook_event (event_id, merchant_id, mode, type, intent_id, sequence, created_at)
  VALUES ('evt_${number}', '${MERCHANT}', 'test', 'payment.${type}', '${id}', 2, ${AGO});
  INSERT INTO webhook_delivery (event_id, endpoint_id, state, attempts, next_at, delivered_at)
  VALUES ('evt_${number}', 'whe_1', 'delivered', 1, ${AGO}, ${AGO})`;

/** By service: the statements that insert the payments into its empty, migrated database. */
export const payments = {
  auth: [],
  intents: [
    intent(
      PAID,
      `${LATER}, 'COMPLETED', 'ch_1', '${TOKENS[0]}', '${PAYER}', 'wallet', ${AGO}, 75, 4925, ${AGO}, NULL, NULL, NULL, 0, 'evt_1', 2, 3, ${AGO}`,
    ),
    intent(
      DECLINED,
      `${LATER}, 'FAILED', 'ch_2', '${TOKENS[1]}', '${PAYER}', 'wallet', ${AGO}, NULL, NULL, NULL, 'insufficient_funds', 'No.', 'other_method', 0, 'evt_2', 2, 3, ${AGO}`,
    ),
    intent(
      EXPIRED,
      `clock_timestamp() - interval '9 minutes', 'EXPIRED', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 'evt_3', 2, 2, clock_timestamp() - interval '8 minutes'`,
    ),
  ],
  otp: [challenge(1), challenge(2)],
  charging: [
    `INSERT INTO wallet (user_id, ledger, balance) VALUES ('${PAYER}', 1950, 1000)`,
    `INSERT INTO append_account (kind, owner_id, ledger) VALUES ('merchant', '${MERCHANT}', 1950)`,
    `INSERT INTO top_up (top_up_id, user_id, ledger, wallet_id, amount, balance_after)
     SELECT 'tu_1', user_id, 1950, account_id, 6000, 6000 FROM wallet`,
    charge(1, `'succeeded', NULL, (SELECT account_id FROM wallet)`),
    charge(2, `'declined', 'insufficient_funds', NULL`),
    transfer('tu_1', 1, { debit: 'bank', credit: 'wallet', amount: 6000 }),
    transfer('ch_1', 1, { debit: 'wallet', credit: 'merchant', amount: 4925 }),
    transfer('ch_1', 2, { debit: 'wallet', credit: 'fees', amount: 75 }),
  ],
  webhooks: [
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, created_at)
     VALUES ('whe_1', '${MERCHANT}', 'test', 'https://merchant.example/hooks', '{payment.*}', clock_timestamp() - interval '1 day')`,
    event(PAID, 'completed', 1),
    event(DECLINED, 'failed', 2),
    event(EXPIRED, 'expired', 3),
    // a ping of one endpoint is nothing for another
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, created_at)
     VALUES ('whe_2', '${MERCHANT}', 'test', 'https://merchant.example/more', '{endpoint.*}', clock_timestamp() - interval '1 day');
     INSERT INTO webhook_event (event_id, merchant_id, mode, type, created_at) VALUES ('evt_4', '${MERCHANT}', 'test', 'endpoint.ping', ${AGO});
     INSERT INTO webhook_delivery (event_id, endpoint_id, state, attempts, next_at, delivered_at)
     VALUES ('evt_4', 'whe_1', 'delivered', 1, ${AGO}, ${AGO})`,
  ],
} as const;

interface Legs {
  readonly debit: string;
  readonly credit: string;
  readonly amount: number;
  readonly ledger?: number;
}

/** A leg of a journal between two accounts of one ledger, by their kinds. The ledger is that of XAF in test mode by default. */
export function transfer(journal: string, leg: number, { debit, credit, amount, ledger = 1950 }: Legs): string {
  const account = (kind: string): string =>
    kind === 'wallet'
      ? '(SELECT account_id FROM wallet)'
      : `(SELECT account_id FROM append_account WHERE kind = '${kind}' AND ledger = ${ledger})`;
  return `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
    VALUES (1, ${account(debit)}, ${account(credit)}, ${amount}, ${ledger}, ${leg}, '${journal}')`;
}
