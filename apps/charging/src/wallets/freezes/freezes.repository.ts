import { Injectable } from '@nestjs/common';
import type { WalletFreezeAct, WalletState } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import type { WalletName } from '../../books/ledger/domain/ledger.js';
import { walletStateSql } from '../../books/wallets/wallet-state.js';

/** An act of persons on a wallet. */
export interface NewFreeze extends WalletName {
  readonly act: WalletFreezeAct;
  readonly reason: string;
  /** The persons who have proven it. */
  readonly persons: readonly string[];
  /** The number of different persons that the installation asks for. */
  readonly personsNeeded: number;
}

export interface StoredFreeze {
  readonly act: WalletFreezeAct;
  readonly reason: string;
  readonly persons: readonly string[];
  readonly recordedAt: Date;
}

const columns = `act, reason, array_remove(ARRAY[first_person, second_person], NULL) AS persons, recorded_at AS "recordedAt"`;

/** The acts by which persons freeze wallets and open them again. */
@Injectable()
export class FreezesRepository {
  /** The state of a wallet that is locked; undefined where there is none. */
  async state(tx: Queryable, { userId, ledger }: WalletName): Promise<WalletState | undefined> {
    const [row] = await tx.query<{ readonly state: WalletState }>({
      name: 'wallet-freeze-state',
      text: `SELECT ${walletStateSql('w')} AS state FROM wallet w WHERE user_id = $1 AND ledger = $2`,
      values: [userId, ledger],
    });
    return row?.state;
  }

  /** The newest act on a wallet. */
  async newest(tx: Queryable, { userId, ledger }: WalletName): Promise<StoredFreeze | undefined> {
    const [row] = await tx.query<StoredFreeze>({
      name: 'wallet-freeze-newest',
      text: `SELECT ${columns} FROM wallet_freeze WHERE user_id = $1 AND ledger = $2 ORDER BY number DESC LIMIT 1`,
      values: [userId, ledger],
    });
    return row;
  }

  /** Records it and changes the wallet, if its persons are as many different ones as are needed. Undefined when not. One person with two proofs is one. */
  async act(tx: Queryable, { userId, ledger, act, reason, ...by }: NewFreeze): Promise<StoredFreeze | undefined> {
    const [row] = await tx.query<StoredFreeze>({
      name: 'wallet-freeze-act',
      text: `
        WITH persons AS MATERIALIZED (
          SELECT coalesce(array_agg(DISTINCT person ORDER BY person), '{}') AS list FROM unnest($5::text[]) AS person),
        f AS (
          INSERT INTO wallet_freeze (user_id, ledger, act, reason, first_person, second_person, persons_needed)
          SELECT $1, $2::smallint, $3, $4, list[1], list[2], $6::smallint FROM persons WHERE cardinality(list) >= $6
          RETURNING *),
        changed AS (
          UPDATE wallet w SET frozen_by = CASE f.act WHEN 'freeze' THEN f.number END
          FROM f WHERE (w.user_id, w.ledger) = (f.user_id, f.ledger))
        SELECT ${columns} FROM f`,
      values: [userId, ledger, act, reason, by.persons, by.personsNeeded],
    });
    return row;
  }
}
