import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import { countPaidSql, uncountPaidSql } from '../../books/wallets/wallet-limits.js';

const CLEARING = platformAccountSql('clearing', 'x.ledger');
const SUSPENSE = platformAccountSql('suspense', 'x.ledger');
const FEES = platformAccountSql('fees', 'x.ledger');
const FLOAT = accountSql('float', 'x.float_owner', 'x.ledger');

const post = 'INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)';

/** Confirms the withdrawal $1: wallet to clearing, and the operation. $2 is the owner of the float that will pay. */
export const confirmSql = `
  WITH x AS (
    UPDATE wallet_withdrawal SET state = 'pending', float_owner = $2, confirmed_at = statement_timestamp()
    WHERE withdrawal_id = $1 AND state = 'asked' RETURNING *),
  debited AS (
    UPDATE wallet w SET balance = w.balance - x.amount, ${countPaidSql('w', 'x.amount')}
    FROM x WHERE (w.user_id, w.ledger) = (x.user_id, x.ledger) RETURNING w.account_id, w.ledger),
  posted AS (
    ${post}
    SELECT x.withdrawal_id, 1, x.ledger, debited.account_id, ${CLEARING}, x.amount, ${LEDGER_POSITION_SQL} FROM x LEFT JOIN debited ON true),
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, user_id, ledger, amount, fee, phone, phone_masked, request_id,
      traceparent, accepted_at, callback_token)
    SELECT x.withdrawal_id, 'withdrawal', x.rail, x.merchant_id, x.user_id, x.ledger, x.amount - x.fee, 0, $3, x.phone_masked, $4, $5,
      clock_timestamp(), $6 FROM x)`;

const ended = (change: string): string => `
  x AS (
    UPDATE wallet_withdrawal w SET ${change}, ended_at = clock_timestamp()
    FROM o WHERE w.withdrawal_id = o.operation_id RETURNING w.*, o.suspended_amount, o.amount AS net)`;

/** The amount that arrived, to the float that has paid, or to suspense where it waits, and the fee. A leg of zero is not written. */
const paid = `
  posted AS (
    ${post}
    SELECT x.end_journal_id, leg.number, x.ledger, ${CLEARING}, leg.credit_id, leg.amount, ${LEDGER_POSITION_SQL}
    FROM x CROSS JOIN LATERAL (VALUES
      (1, CASE WHEN x.suspended_amount IS NULL THEN ${FLOAT} ELSE ${SUSPENSE} END, x.net),
      (2, ${FEES}, x.fee)) AS leg (number, credit_id, amount)
    WHERE leg.amount > 0)`;

/** Back to the wallet, also to a closed one. */
const returned = `
  credited AS (
    UPDATE wallet w SET balance = w.balance + x.amount, ${uncountPaidSql('w', 'x.amount', 'x.confirmed_at')}
    FROM x WHERE (w.user_id, w.ledger) = (x.user_id, x.ledger) RETURNING w.account_id),
  posted AS (
    ${post}
    SELECT x.end_journal_id, 1, x.ledger, ${CLEARING}, credited.account_id, x.amount, ${LEDGER_POSITION_SQL}
    FROM x LEFT JOIN credited ON true)`;

/** Parts of statements that read the moved operation as `o`. `next` is the number of their first parameter: the journal of the end. */
export const completedSql = (next: number): string =>
  `${ended(`state = 'completed', end_journal_id = $${next}`)}, ${paid}`;

export const failedSql = (next: number): string =>
  `${ended(`state = 'failed', end_journal_id = $${next}, failure_code = $${next + 1}`)}, ${returned}`;

export const suspendedSql = (): string => `
  posted AS (
    ${post}
    SELECT o.suspense_journal_id, 1, o.ledger, ${SUSPENSE}, ${FLOAT}, o.suspended_amount, ${LEDGER_POSITION_SQL}
    FROM o JOIN wallet_withdrawal x ON x.withdrawal_id = o.operation_id)`;

/** The end, and beside it the transfer between suspense and the float that makes suspense even. The second parameter is its journal. */
export const correctedSql =
  (end: 'completed' | 'failed') =>
  (next: number): string => {
    const isFailed = end === 'failed';
    const [debit, credit, amount] = isFailed
      ? [FLOAT, SUSPENSE, 'o.suspended_amount']
      : [SUSPENSE, FLOAT, 'o.amount - o.suspended_amount'];
    const change = `state = '${end}', end_journal_id = $${next}, correction_journal_id = $${next + 1}, correction_amount = ${amount}
      ${isFailed ? `, failure_code = $${next + 2}` : ''}`;
    return `${ended(change)}, ${isFailed ? returned : paid},
  corrected AS (
    ${post}
    SELECT x.correction_journal_id, 1, x.ledger, ${debit}, ${credit}, x.correction_amount, ${LEDGER_POSITION_SQL} FROM x)`;
  };
