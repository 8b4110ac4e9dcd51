import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../books/ledger/accounts.repository.js';

/** The uses of money that is held. */
export type HoldKind = 'refund' | 'payout' | 'return';

/**
 * Parts of statements that begin with a row of the kind's name, whose id is `<kind>_id`. The transaction has locked the account of its
 * merchant, or the row of the money that is returned. Only append-only accounts are held: a wallet's money moves at once.
 */

const heldSql = (kind: HoldKind): string =>
  kind === 'return'
    ? platformAccountSql('unclaimed', 'return.ledger')
    : accountSql('merchant', `${kind}.merchant_id`, `${kind}.ledger`);

/** Places the hold of a new row. `float` is the parameter with the owner of the float that will pay. */
export const placeSql = (kind: HoldKind, float: string): string => `
  held AS (
    INSERT INTO hold (hold_id, kind, debit_id, credit_id, amount, ledger)
    SELECT ${kind}_id, '${kind}', ${heldSql(kind)},
      ${accountSql('float', float, `${kind}.ledger`)}, amount, ledger
    FROM ${kind})`;

/**
 * Posts the hold of a row that ends: what arrives to the float that has paid, or to suspense where its payment waits, and the fee. A leg of zero
 * is not written.
 */
export const postSql = (kind: HoldKind, fee: string, isInSuspense: string): string => `
  held AS (
    UPDATE hold SET state = 'posted', ended_at = statement_timestamp() FROM ${kind} WHERE hold_id = ${kind}_id
    RETURNING hold.*, ${fee} AS fee),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT hold_id, leg.number, held.ledger, debit_id, leg.credit_id, leg.amount, ${LEDGER_POSITION_SQL}
    FROM held CROSS JOIN LATERAL (VALUES
      (1, CASE WHEN ${isInSuspense} THEN ${platformAccountSql('suspense', 'held.ledger')} ELSE held.credit_id END, held.amount - held.fee),
      (2, ${platformAccountSql('fees', 'held.ledger')}, held.fee)) AS leg (number, credit_id, amount)
    WHERE leg.amount > 0)`;

/** Voids the hold of a row that ends: what was held is available again. */
export const voidSql = (kind: HoldKind): string => `
  held AS (UPDATE hold SET state = 'voided', ended_at = statement_timestamp() FROM ${kind} WHERE hold_id = ${kind}_id)`;

/** Books what the rail has moved of a hold, as the row of the operation `o` has it: it waits in suspense. */
export const suspendSql = `
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT suspense_journal_id, 1, o.ledger, ${platformAccountSql('suspense', 'o.ledger')}, h.credit_id, suspended_amount,
      ${LEDGER_POSITION_SQL}
    FROM o JOIN hold h ON h.hold_id = o.operation_id)`;

/** Posts what people have moved at the rail for a hold that has just ended, as a row `corrected` has it: the rest of a posted one, or what came back. */
export const correctSql = (kind: HoldKind): string => `
  INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
  SELECT journal_id, 1, c.ledger, side.debit_id, side.credit_id, c.amount, ${LEDGER_POSITION_SQL}
  FROM corrected c JOIN hold h ON h.hold_id = c.${kind}_id CROSS JOIN LATERAL (
    SELECT ${platformAccountSql('suspense', 'c.ledger')} AS debit_id, h.credit_id WHERE h.state = 'posted'
    UNION ALL
    SELECT h.credit_id, ${platformAccountSql('suspense', 'c.ledger')} WHERE h.state = 'voided') AS side`;
