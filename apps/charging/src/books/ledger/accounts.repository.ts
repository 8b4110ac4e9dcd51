import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { AppendAccountName } from './domain/ledger.js';

/**
 * The position of the transfers of the statement that holds this text: its transaction's id, moved by the ledger's clock.
 * A position below the rolled-up ones would never be counted: it becomes NULL, which the table refuses.
 */
export const LEDGER_POSITION_SQL = `(
  SELECT CASE WHEN position >= high_water THEN position END
  FROM (SELECT xid_offset + pg_current_xact_id()::text::bigint AS position, high_water FROM ledger_clock) AS clock)`;

interface RollUp {
  /** True when more transfers can be rolled up now. */
  readonly more: boolean;
}

/** Numbers of the platform's own accounts in every ledger, as the migration opens them. */
const platformNumbers = {
  bank: 1,
  fees: 2,
  suspense: 3,
  clearing: 4,
  reversals_receivable: 6,
  adjustments: 7,
  unclaimed: 8,
} as const;

/** Id of one of the platform's own accounts, in SQL, for the ledger that `ledger` is an expression of. */
export function platformAccountSql(kind: keyof typeof platformNumbers, ledger: string): string {
  return `-(${platformNumbers[kind]} * 10000 + ${ledger})`;
}

/** Id of an account that has an owner, in SQL: `owner` and `ledger` are expressions, which no column of this table hides. */
export function accountSql(kind: 'merchant' | 'float', owner: string, ledger: string): string {
  return `(SELECT account_id FROM append_account named WHERE named.owner_id = ${owner} AND named.kind = '${kind}' AND named.ledger = ${ledger})`;
}

/** Accounts without a floor: opened and rolled up here, never updated by the statements that post to them. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  /** Opens the accounts that do not exist. */
  async open(accounts: readonly AppendAccountName[]): Promise<void> {
    await this.database.query({
      name: 'accounts-open',
      text: openSql,
      values: [
        accounts.map((account) => account.kind),
        accounts.map((account) => account.ownerId),
        accounts.map((account) => account.ledger),
      ],
    });
  }

  /** Moves the ledger's clock ahead of everything that was rolled up. False when it is ahead already. */
  async reanchor(): Promise<boolean> {
    const [row] = await this.database.query<{ moved: boolean }>({ text: 'SELECT reanchor_ledger() AS moved' });
    return row?.moved === true;
  }

  /**
   * Adds up to `atMost` transfers of each side of an account to its row. The row is locked before the watermark is read:
   * otherwise two roll-ups could count the same transfers. The watermark is the oldest transaction under way, so all
   * transfers below it are visible; a long transaction holds it back, which makes the tail longer for a while, never wrong.
   * An account that another transaction has locked is skipped.
   */
  rollUp({ kind, ownerId, ledger }: AppendAccountName, atMost: number): Promise<RollUp> {
    return this.database.transaction(async (tx) => {
      const [account] = await tx.query<{ account_id: bigint }>({
        name: 'account-lock',
        text: `SELECT account_id FROM append_account WHERE owner_id = $1 AND kind = $2 AND ledger = $3
          FOR NO KEY UPDATE SKIP LOCKED`,
        values: [ownerId, kind, ledger],
      });
      if (account === undefined) return { more: false };
      const [rolled] = await tx.query<RollUp>({
        name: 'account-roll-up',
        text: rollUpSql,
        values: [account.account_id, atMost],
      });
      return rolled ?? { more: false };
    });
  }
}

const openSql = `
  INSERT INTO append_account (kind, owner_id, ledger)
  SELECT kind, owner_id, ledger
  FROM unnest($1::text[], $2::text[], $3::smallint[]) AS wanted (kind, owner_id, ledger)
  WHERE NOT EXISTS (SELECT FROM append_account a
    WHERE a.owner_id = wanted.owner_id AND a.kind = wanted.kind AND a.ledger = wanted.ledger)
  ORDER BY owner_id, kind, ledger
  ON CONFLICT DO NOTHING`;

/** The cut is the watermark, or the position after the last of `atMost` transfers when there are more of them. */
const rollUpSql = `
  WITH clock AS MATERIALIZED (
    SELECT xid_offset + pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS watermark FROM ledger_clock),
  cut AS MATERIALIZED (
    SELECT a.account_id, a.rolled_to, clock.watermark, least(
      clock.watermark,
      (SELECT position + 1 FROM transfer
        WHERE credit_id = $1 AND credit_id < 0 AND position >= a.rolled_to AND position < clock.watermark
        ORDER BY position OFFSET $2::integer - 1 LIMIT 1),
      (SELECT position + 1 FROM transfer
        WHERE debit_id = $1 AND debit_id < 0 AND position >= a.rolled_to AND position < clock.watermark
        ORDER BY position OFFSET $2::integer - 1 LIMIT 1)) AS position
    FROM append_account a, clock WHERE a.account_id = $1),
  rolled AS (
    UPDATE append_account a
    SET rolled_to = cut.position,
      rolled_credits = a.rolled_credits + (
        SELECT coalesce(sum(amount), 0)::bigint FROM transfer
        WHERE credit_id = $1 AND credit_id < 0 AND position >= cut.rolled_to AND position < cut.position),
      rolled_debits = a.rolled_debits + (
        SELECT coalesce(sum(amount), 0)::bigint FROM transfer
        WHERE debit_id = $1 AND debit_id < 0 AND position >= cut.rolled_to AND position < cut.position)
    FROM cut WHERE a.account_id = cut.account_id AND cut.position > cut.rolled_to
    RETURNING a.rolled_to),
  raised AS (
    UPDATE ledger_clock SET high_water = rolled.rolled_to FROM rolled WHERE high_water < rolled.rolled_to)
  SELECT cut.position < cut.watermark AND cut.position > cut.rolled_to AS more FROM cut`;
