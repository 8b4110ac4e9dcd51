import { Injectable } from '@nestjs/common';
import type { FloatAccount } from '@paygate/contracts';
import { FLOAT_TRANSFERS_MAX, floatAccounts } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL } from '../ledger/accounts.repository.js';
import type { LedgerNumber } from '../ledger/domain/ledger.js';

/** A transfer from one float to another. Amount in minor units. */
export interface NewFloatTransfer {
  readonly transferId: string;
  readonly ledger: LedgerNumber;
  readonly from: FloatAccount;
  readonly to: FloatAccount;
  readonly amount: bigint;
}

export interface StoredFloatTransfer extends NewFloatTransfer {
  readonly recordedAt: Date;
}

const transferColumns = `t.transfer_id AS "transferId", t.ledger, payer.owner_id AS "from", payee.owner_id AS "to", t.amount,
  t.recorded_at AS "recordedAt"`;

const transfers = `float_transfer t JOIN append_account payer ON payer.account_id = t.credit_id
  JOIN append_account payee ON payee.account_id = t.debit_id`;

/** The balances of the accounts at rails, and the transfers between them. A float is debited with the money that comes in. */
@Injectable()
export class FloatsRepository {
  constructor(private readonly database: Database) {}

  /** The balance of each float of a ledger, in minor units. */
  async balances(ledger: LedgerNumber, on: Queryable = this.database): Promise<Readonly<Record<FloatAccount, bigint>>> {
    const rows = await on.query<{ owner: FloatAccount; balance: bigint }>({
      name: 'floats',
      text: `SELECT owner_id AS owner, -balance AS balance FROM account_balance WHERE kind = 'float' AND ledger = $1`,
      values: [ledger],
    });
    const known = new Map(rows.map(({ owner, balance }) => [owner, balance]));
    return Object.fromEntries(floatAccounts.map((account) => [account, known.get(account) ?? 0n])) as Record<
      FloatAccount,
      bigint
    >;
  }

  /** The newest transfers of a ledger. */
  latest(ledger: LedgerNumber): Promise<readonly StoredFloatTransfer[]> {
    return this.database.query<StoredFloatTransfer>({
      name: 'float-transfers',
      text: `SELECT ${transferColumns} FROM ${transfers} WHERE t.ledger = $1 ORDER BY t.transfer_id DESC LIMIT $2`,
      values: [ledger, FLOAT_TRANSFERS_MAX],
    });
  }

  async find(tx: Queryable, transferId: string): Promise<StoredFloatTransfer | undefined> {
    const [transfer] = await tx.query<StoredFloatTransfer>({
      name: 'float-transfer',
      text: `SELECT ${transferColumns} FROM ${transfers} WHERE t.transfer_id = $1`,
      values: [transferId],
    });
    return transfer;
  }

  /** Locks the account that pays: its transfers are decided one after the other. */
  async lock(tx: Queryable, { from, ledger }: NewFloatTransfer): Promise<void> {
    await tx.query({
      name: 'float-lock',
      text: `SELECT FROM append_account WHERE owner_id = $1 AND kind = 'float' AND ledger = $2 FOR NO KEY UPDATE`,
      values: [from, ledger],
    });
  }

  async insert(tx: Queryable, { transferId, ledger, from, to, amount }: NewFloatTransfer): Promise<void> {
    await tx.query({ name: 'float-move', text: moveSql, values: [transferId, ledger, from, to, amount] });
  }
}

const floatSql = (owner: string): string => accountSql('float', owner, '$2');

const moveSql = `
  WITH moved AS (
    INSERT INTO float_transfer (transfer_id, ledger, debit_id, credit_id, amount)
    VALUES ($1, $2, ${floatSql('$4')}, ${floatSql('$3')}, $5)
    RETURNING *)
  INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
  SELECT transfer_id, 1, ledger, debit_id, credit_id, amount, ${LEDGER_POSITION_SQL} FROM moved`;
