import type { DataService } from '@paygate/contracts';
import { dataServices } from '@paygate/contracts';
import { IN_AN_HOUR, LATE, operation } from './rail-operation.js';
import { hold, refund, reversal } from './refund.js';
import { payerReturn, unclaimed } from './unclaimed.js';
import { DECLINED, EXPIRED, PAID, transfer } from './payment.js';
import { pendingWithdrawal, walletTopUp } from './wallet.js';

const OLD = `clock_timestamp() - interval '5 minutes'`;
/** The delivery of the event `evt_1` to the endpoint `whe_1`. */
const DELIVERY = 'del_1012bcdda9699c7aa';

/** Violations to plant. The auditor does not trust constraints and triggers, so each plant removes those that would refuse it. */
export const plants: readonly (readonly [string, string, DataService, string])[] = [
  [
    'intent_state_illegal',
    PAID,
    'intents',
    `ALTER TABLE intent DROP CONSTRAINT intent_terminal_event;
    UPDATE intent SET terminal_event_id = NULL WHERE id = '${PAID}'`,
  ],
  [
    'charge_of_two_intents',
    'ch_1',
    'intents',
    `DROP INDEX intent_charge_id;
    UPDATE intent SET charge_id = 'ch_1' WHERE id = '${DECLINED}'`,
  ],
  [
    'token_charged_twice',
    '00000000-0000-7000-8000-000000000001',
    'intents',
    `DROP INDEX intent_charge_token;
    UPDATE intent SET charge_token_id = '00000000-0000-7000-8000-000000000001' WHERE id = '${DECLINED}'`,
  ],
  [
    'event_of_two_intents',
    'evt_1',
    'intents',
    `UPDATE intent SET terminal_event_id = 'evt_1' WHERE id = '${DECLINED}'`,
  ],
  ['charged_after_expiry', PAID, 'intents', `UPDATE intent SET charged_at = expires_at WHERE id = '${PAID}'`],
  ['expired_early', EXPIRED, 'intents', `UPDATE intent SET expires_at = clock_timestamp() WHERE id = '${EXPIRED}'`],
  [
    'expiry_forgotten',
    EXPIRED,
    'intents',
    `UPDATE intent SET status = 'PENDING', terminal_event_id = NULL WHERE id = '${EXPIRED}'`,
  ],
  [
    'charge_unsettled',
    DECLINED,
    'intents',
    `UPDATE intent SET status = 'PROCESSING', terminal_event_id = NULL, outcome_due_at = charged_at,
    failure_code = NULL, failure_message = NULL, failure_next_step = NULL WHERE id = '${DECLINED}'`,
  ],
  [
    'charge_unsettled',
    DECLINED,
    'intents',
    `UPDATE intent SET status = 'PROCESSING', payment_method = 'mobile_money', operator = 'mtn_momo',
    phone_masked = '********01', terminal_event_id = NULL,
    outcome_due_at = charged_at, failure_code = NULL, failure_message = NULL, failure_next_step = NULL
    WHERE id = '${DECLINED}'`,
  ],
  ['guard_missing', 'guard_intent', 'intents', 'ALTER TABLE intent DISABLE TRIGGER guard_intent'],
  ['guard_missing', 'transfer_is_immutable', 'charging', 'ALTER TABLE transfer ENABLE TRIGGER transfer_is_immutable'],
  ['guard_missing', 'charge_is_settled', 'charging', 'DROP TRIGGER charge_is_settled ON charge'],
  ['guard_missing', 'guard_rail_operation', 'charging', 'DROP TRIGGER guard_rail_operation ON rail_operation'],
  ['submission_began_late', 'ch_9', 'charging', operation('pending', { submitted: LATE, due: IN_AN_HOUR })],
  ['rail_operation_forgotten', 'ch_9', 'charging', operation('pending', { due: LATE })],
  ['rail_operation_without_intent', 'ch_9', 'charging', operation('pending', { due: IN_AN_HOUR })],
  ['rail_operation_is_not_its_charge', 'ch_9', 'charging', operation('succeeded', { ended: LATE })],
  ['guard_missing', 'guard_refund', 'charging', 'DROP TRIGGER guard_refund ON refund'],
  ['guard_missing', 'guard_reversal', 'charging', 'DROP TRIGGER guard_reversal ON reversal'],
  ['guard_missing', 'reversal_is_posted', 'charging', 'DROP TRIGGER reversal_is_posted ON transfer'],
  ['guard_missing', 'refund_leaves_reversals', 'charging', 'DROP TRIGGER refund_leaves_reversals ON refund'],
  ['guard_missing', 'guard_unclaimed', 'charging', 'DROP TRIGGER guard_unclaimed ON unclaimed'],
  ['guard_missing', 'guard_payer_return', 'charging', 'DROP TRIGGER guard_payer_return ON payer_return'],
  ['guard_missing', 'unclaimed_is_posted', 'charging', 'DROP TRIGGER unclaimed_is_posted ON transfer'],
  ['unclaimed_is_not_its_sum', '1950', 'charging', unclaimed('confirmed')],
  ['journal_is_not_its_cause', 'um_1', 'charging', unclaimed('confirmed')],
  ['unclaimed_is_not_its_returns', 'um_1', 'charging', unclaimed('returning')],
  ['hold_is_not_its_return', 'rt_1', 'charging', payerReturn],
  ['operation_is_not_its_return', 'rt_1', 'charging', payerReturn],
  ['guard_missing', 'guard_wallet_top_up', 'charging', 'DROP TRIGGER guard_wallet_top_up ON wallet_top_up'],
  ['guard_missing', 'top_up_is_posted', 'charging', 'DROP TRIGGER top_up_is_posted ON transfer'],
  ['top_up_is_not_its_operation', 'tu_1', 'charging', walletTopUp],
  ['guard_missing', 'guard_wallet_withdrawal', 'charging', 'DROP TRIGGER guard_wallet_withdrawal ON wallet_withdrawal'],
  ['guard_missing', 'withdrawal_is_posted', 'charging', 'DROP TRIGGER withdrawal_is_posted ON transfer'],
  ['clearing_is_not_its_withdrawals', '1950', 'charging', pendingWithdrawal],
  ['operation_is_not_its_withdrawal', 'wd_1', 'charging', pendingWithdrawal],
  ['journal_is_not_its_cause', 'wd_1', 'charging', pendingWithdrawal],
  ['guard_missing', 'guard_payout', 'charging', 'DROP TRIGGER guard_payout ON payout'],
  [
    'guard_missing',
    'guard_payout_destination',
    'charging',
    'DROP TRIGGER guard_payout_destination ON payout_destination',
  ],
  ['guard_missing', 'guard_hold', 'charging', 'ALTER TABLE hold DISABLE TRIGGER guard_hold'],
  ['guard_missing', 'refund_is_posted', 'charging', 'DROP TRIGGER refund_is_posted ON transfer'],
  ['guard_missing', 'charge_is_posted', 'charging', 'DROP TRIGGER charge_is_posted ON charge'],
  ['guard_missing', 'transfers_are_whole', 'charging', 'DROP TRIGGER transfers_are_whole ON transfer'],
  ['guard_missing', 'refund_begins', 'charging', 'DROP TRIGGER refund_begins ON refund'],
  ['guard_missing', 'float_transfer_stays', 'charging', 'DROP TRIGGER float_transfer_stays ON float_transfer'],
  ['guard_missing', 'payout_correction_stays', 'charging', 'DROP TRIGGER payout_correction_stays ON payout_correction'],
  ['guard_missing', 'wallet_stays', 'charging', 'DROP TRIGGER wallet_stays ON wallet'],
  ['guard_missing', 'fee_schedule_stays', 'charging', 'DROP TRIGGER fee_schedule_stays ON fee_schedule'],
  ['charge_is_not_its_entry', 'ch_1', 'charging', `UPDATE charge SET fee = fee + 1 WHERE charge_id = 'ch_1'`],
  ['merchant_spent_twice', '-10001950', 'charging', 'UPDATE append_account SET pending_debits = 1000000'],
  [
    'balance_is_not_its_entries',
    '-10001950',
    'charging',
    `UPDATE append_account SET rolled_credits = rolled_credits + 1 WHERE kind = 'merchant'`,
  ],
  [
    'day_is_not_its_items',
    'mtn_momo live 2026-01-31',
    'charging',
    `INSERT INTO reconciliation_run (rail, mode, day, source, state, file_hash, compared_at)
    VALUES ('mtn_momo', 'live', '2026-01-31', 'uploaded', 'compared', repeat('0', 64), clock_timestamp());
    INSERT INTO reconciliation_item (run_id, number, result, difference)
    SELECT run_id, 1, 'differs', 'amount' FROM reconciliation_run`,
  ],
  ['guard_missing', 'account_stays', 'charging', 'DROP TRIGGER account_stays ON append_account'],
  ['refunds_are_not_the_intents', PAID, 'charging', refund(100)],
  ['refunds_are_not_the_intents', PAID, 'intents', `UPDATE intent SET amount_refunded = 100 WHERE id = '${PAID}'`],
  ['reversals_are_not_the_intents', PAID, 'charging', reversal(100)],
  [
    'reversals_are_not_the_intents',
    PAID,
    'intents',
    `UPDATE intent SET amount_reversed = 100, reversal_turn = 1 WHERE id = '${PAID}'`,
  ],
  ['reversal_is_not_its_entry', 'rv_1', 'charging', reversal(100)],
  ['charge_is_given_back_twice', 'ch_1', 'charging', reversal(5_001)],
  ['journal_is_not_its_cause', 'rv_1', 'charging', reversal(100)],
  ['refunds_exceed_charge', 'ch_1', 'charging', refund(5_001)],
  ['journal_is_not_its_cause', 're_1', 'charging', refund(100)],
  ['hold_is_not_its_refund', 're_1', 'charging', hold(100)],
  ['pending_debits_are_not_holds', '-10001950', 'charging', 'UPDATE append_account SET pending_debits = 1'],
  ['ledger_not_zero', '1950', 'charging', 'UPDATE wallet SET balance = 1001'],
  ['balance_is_not_history', '10001950', 'charging', 'UPDATE wallet SET balance = 1001'],
  [
    'journal_of_two_ledgers',
    'ch_1',
    'charging',
    transfer('ch_1', 3, { debit: 'bank', credit: 'fees', amount: 1, ledger: 1952 }),
  ],
  ['journal_is_not_its_cause', 'ch_3', 'charging', transfer('ch_3', 1, { debit: 'bank', credit: 'fees', amount: 1 })],
  [
    'wallet_below_floor',
    '10001950',
    'charging',
    'ALTER TABLE wallet DROP CONSTRAINT wallet_balance; UPDATE wallet SET balance = -1',
  ],
  [
    'intent_charged_twice',
    PAID,
    'charging',
    `ALTER TABLE charge DROP CONSTRAINT charge_intent_id_key;
    UPDATE charge SET intent_id = '${PAID}'`,
  ],
  ['charge_began_late', 'ch_1', 'charging', `UPDATE charge SET accepted_at = settled_at - interval '130 seconds'`],
  [
    'too_many_checks',
    'chl_1',
    'otp',
    `ALTER TABLE otp_challenge DROP CONSTRAINT otp_challenge_checks_check;
    UPDATE otp_challenge SET checks = 6 WHERE id = 'chl_1'`,
  ],
  [
    'token_issued_twice',
    '00000000-0000-7000-8000-000000000001',
    'otp',
    `UPDATE otp_challenge SET token_id = '00000000-0000-7000-8000-000000000001'`,
  ],
  [
    'token_issued_twice',
    '00000000-0000-7000-8000-000000000002',
    'otp',
    `INSERT INTO otp_ask (intent_id, merchant_id, mode, actor, phone, amount, currency, token_id, day)
    SELECT intent_id, merchant_id, mode, 'mem_1', 'hashed', 5000, 'XAF', token_id, current_date FROM otp_challenge WHERE id = 'chl_2'`,
  ],
  ['code_worked_after_expiry', 'chl_2', 'otp', `UPDATE otp_challenge SET expires_at = consumed_at WHERE id = 'chl_2'`],
  [
    'message_forgotten',
    'chl_1',
    'otp',
    `INSERT INTO otp_send VALUES
    (gen_random_uuid(), 'chl_1', 'test', 'sms', 'sealed', 1, ${OLD}, clock_timestamp())`,
  ],
  [
    'two_terminal_events',
    PAID,
    'webhooks',
    `UPDATE webhook_event SET intent_id = '${PAID}', sequence = 3 WHERE event_id = 'evt_2'`,
  ],
  ['delivery_crosses_tenants', DELIVERY, 'webhooks', `UPDATE webhook_event SET mode = 'live' WHERE event_id = 'evt_1'`],
  ['delivery_missing', 'evt_3', 'webhooks', `DELETE FROM webhook_delivery WHERE event_id = 'evt_3'`],
  [
    'delivery_forgotten',
    DELIVERY,
    'webhooks',
    `UPDATE webhook_delivery SET state = 'pending', delivered_at = NULL,
    next_at = ${OLD} WHERE event_id = 'evt_1'`,
  ],
  [
    'completed_without_its_journal',
    PAID,
    'intents',
    `UPDATE intent SET amount = 5001, net = 4926 WHERE id = '${PAID}'`,
  ],
  [
    'failed_without_its_decline',
    DECLINED,
    'charging',
    `UPDATE charge SET decline_code = 'wallet_closed' WHERE charge_id = 'ch_2'`,
  ],
  ['ended_but_charged', EXPIRED, 'charging', `UPDATE charge SET intent_id = '${EXPIRED}' WHERE charge_id = 'ch_2'`],
  [
    'terminal_event_wrong',
    PAID,
    'webhooks',
    `DELETE FROM webhook_delivery; DELETE FROM webhook_event WHERE event_id = 'evt_1'`,
  ],
  [
    'terminal_event_wrong',
    DECLINED,
    'webhooks',
    `UPDATE webhook_event SET type = 'payment.completed' WHERE event_id = 'evt_2'`,
  ],
  [
    'related_rows_of_another_tenant',
    PAID,
    'charging',
    `UPDATE charge SET merchant_id = 'mer_2' WHERE charge_id = 'ch_1'`,
  ],
  [
    'charge_without_consumed_token',
    PAID,
    'otp',
    `UPDATE otp_challenge SET intent_id = '${DECLINED}' WHERE id = 'chl_1'`,
  ],
  ['charge_without_consumed_token', DECLINED, 'otp', `DELETE FROM otp_challenge WHERE id = 'chl_2'`],
  ['charge_without_intent', 'ch_2', 'charging', `UPDATE charge SET intent_id = 'pi_unknown' WHERE charge_id = 'ch_2'`],
  [
    'charge_outcome_not_applied',
    'ch_1',
    'intents',
    `UPDATE intent SET status = 'PROCESSING', outcome_due_at = charged_at, terminal_event_id = NULL, completed_at = NULL,
    fee = NULL, net = NULL WHERE id = '${PAID}'`,
  ],
  ...dataServices.map(
    (service) =>
      [
        'message_unpublished',
        '00000000-0000-7000-8000-00000000000f',
        service,
        `INSERT INTO outbox VALUES ('00000000-0000-7000-8000-00000000000f', 'topic', 'key', '{}', '{}', ${OLD})`,
      ] as const,
  ),
];
