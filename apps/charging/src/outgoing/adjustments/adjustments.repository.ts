import { Injectable } from '@nestjs/common';
import type { AdjustmentDirection } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../../books/ledger/accounts.repository.js';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { LockedBalances } from '../../books/sums/locked-balances.js';

/** A correction of a balance. Amount in minor units. */
export interface NewAdjustment {
  readonly adjustmentId: string;
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly direction: AdjustmentDirection;
  readonly amount: bigint;
  readonly reason: string;
  readonly reference: string;
  /** The persons who have proven it. */
  readonly persons: readonly string[];
  /** The number of different persons that the installation asks for. */
  readonly personsNeeded: number;
}

export interface StoredAdjustment extends NewAdjustment {
  readonly recordedAt: Date;
}

const columns = `adjustment_id AS "adjustmentId", merchant_id AS "merchantId", ledger, direction, amount, reason, reference,
  array_remove(ARRAY[first_person, second_person], NULL) AS persons, persons_needed AS "personsNeeded", recorded_at AS "recordedAt"`;

/** Adjustments and their transfers. */
@Injectable()
export class AdjustmentsRepository {
  constructor(
    private readonly database: Database,
    private readonly locked: LockedBalances,
    private readonly balances: BalancesRepository,
  ) {}

  /** Locks the account of the merchant, and reads what it holds less what is held, and what of it is available. */
  async lock(
    tx: Queryable,
    account: Pick<NewAdjustment, 'merchantId' | 'ledger'>,
  ): Promise<{ readonly usable: bigint; readonly available: bigint }> {
    const usable = await this.locked.lock(tx, account);
    const { available } = await this.balances.one(tx, account.merchantId, account.ledger);
    return { usable, available };
  }

  /** False for a merchant who was never paid in the ledger. */
  async hasBalance({ merchantId, ledger }: NewAdjustment): Promise<boolean> {
    const rows = await this.database.query({
      name: 'adjustment-balance',
      // an act that was refused may have opened the account
      text: `SELECT FROM append_account a WHERE owner_id = $1 AND kind = 'merchant' AND ledger = $2
        AND EXISTS (SELECT FROM transfer t WHERE t.credit_id = a.account_id AND t.credit_id < 0)`,
      values: [merchantId, ledger],
    });
    return rows.length > 0;
  }

  /** The adjustment of a balance that has a reference. */
  async find(tx: Queryable, { merchantId, ledger, reference }: NewAdjustment): Promise<StoredAdjustment | undefined> {
    const [known] = await tx.query<StoredAdjustment>({
      name: 'adjustment-find',
      text: `SELECT ${columns} FROM adjustment WHERE (merchant_id, ledger, reference) = ($1, $2, $3)`,
      values: [merchantId, ledger, reference],
    });
    return known;
  }

  /** Books it, if its persons are as many different ones as are needed. Undefined when not. */
  async book(tx: Queryable, adjustment: NewAdjustment): Promise<StoredAdjustment | undefined> {
    const { adjustmentId, merchantId, ledger, direction, amount, reason, reference } = adjustment;
    const [booked] = await tx.query<StoredAdjustment>({
      name: 'adjustment-book',
      text: bookSql,
      values: [
        ...[adjustmentId, merchantId, ledger, direction, amount, reason, reference],
        ...[adjustment.persons, adjustment.personsNeeded],
      ],
    });
    return booked;
  }
}

/** One person with two proofs is one. */
const bookSql = `
  WITH persons AS MATERIALIZED (
    SELECT coalesce(array_agg(DISTINCT person ORDER BY person), '{}') AS list FROM unnest($8::text[]) AS person),
  j AS (
    INSERT INTO adjustment
      (adjustment_id, merchant_id, ledger, direction, amount, reason, reference, first_person, second_person, persons_needed)
    SELECT $1, $2, $3::smallint, $4, $5::bigint, $6, $7, list[1], list[2], $9::smallint FROM persons WHERE cardinality(list) >= $9
    RETURNING *),
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT j.adjustment_id, 1, j.ledger, CASE j.direction WHEN 'debit' THEN side.merchant ELSE side.platform END,
      CASE j.direction WHEN 'debit' THEN side.platform ELSE side.merchant END, j.amount, ${LEDGER_POSITION_SQL}
    FROM j CROSS JOIN LATERAL (SELECT ${accountSql('merchant', 'j.merchant_id', 'j.ledger')} AS merchant,
      ${platformAccountSql('adjustments', 'j.ledger')}::bigint AS platform) AS side)
  SELECT ${columns} FROM j`;
