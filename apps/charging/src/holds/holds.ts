import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { MessageOrigin, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { AppendAccountName, LedgerNumber } from '../books/ledger/domain/ledger.js';
import { floatAccount, merchantAccount, platformAccount } from '../books/ledger/domain/ledger.js';
import { Posting } from '../books/ledger/posting.js';
import { LockedBalances } from '../books/sums/locked-balances.js';
import { reach } from '../failpoints.js';
import { suspendSql } from './hold-statements.js';

/** The operation of a rail for which money is held. */
export interface HeldMoney {
  /** Empty for what is returned to a payer. */
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
  readonly rail: string;
  readonly requestId: string;
  readonly traceparent: string | null;
}

/** The end of what is held. */
export interface HoldEnd {
  /** The guarded move of the operation. */
  readonly guard: Statement;
  /** Takes the locks that come before that of the account. */
  readonly lock?: (tx: Transaction) => Promise<void>;
  /** Ends the row and its hold, and emits. `isInSuspense`: the rail had moved another amount, which waits there. */
  readonly end: (tx: Transaction, isInSuspense: boolean) => Promise<void>;
}

/**
 * Settles what is held, once. Each decision is one transaction that locks the merchant's account, moves the operation under its guard and, only
 * if it moved, ends hold and row, posts and emits the event: of two that decide at the same time, one does nothing.
 */
@Injectable()
export class Holds {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly locked: LockedBalances,
    private readonly posting: Posting,
  ) {}

  /** Decides about money that is to be held, in one transaction. `accounts`: those to which it may be posted. */
  place<Result>(
    accounts: readonly AppendAccountName[],
    cause: MessageOrigin,
    decide: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    return this.posting.to(accounts, () => this.unitOfWork.run(decide, cause));
  }

  /** The money has moved, or people have settled with the rail what did. */
  post(held: HeldMoney, end: HoldEnd): Promise<boolean> {
    const { merchantId, ledger } = held;
    const accounts = [
      merchantId === '' ? platformAccount('unclaimed', ledger) : merchantAccount(merchantId, ledger),
      platformAccount('suspense', ledger),
      platformAccount('fees', ledger),
    ];
    return this.posting.to(accounts, () => this.#settle(held, end));
  }

  /** No money has left, and none will. */
  void(held: HeldMoney, end: HoldEnd): Promise<boolean> {
    return this.#settle(held, end);
  }

  /** Another amount has moved: books it to suspense, and holds the rest as before. */
  suspend({ rail, ledger }: HeldMoney, guard: Statement): Promise<boolean> {
    const accounts = [floatAccount(rail, ledger), platformAccount('suspense', ledger)];
    const text = `WITH o AS (${guard.text}), ${suspendSql} SELECT operation_id FROM o`;
    return this.posting.to(accounts, async () => (await this.database.query({ ...guard, text })).length > 0);
  }

  #settle({ merchantId, ledger, requestId, traceparent }: HeldMoney, { guard, lock, end }: HoldEnd): Promise<boolean> {
    return this.unitOfWork.run(
      async (tx) => {
        await lock?.(tx);
        if (merchantId !== '') await this.locked.lock(tx, { merchantId, ledger });
        const [moved] = await tx.query<{ suspended_amount: bigint | null }>(guard);
        if (moved === undefined) return false;
        await end(tx, moved.suspended_amount !== null);
        tx.afterCommit(() => {
          reach('settled');
        });
        return true;
      },
      { requestId, traceparent: traceparent ?? undefined },
    );
  }
}

const OWED = 'The balance owes what an operator has taken back of payments. What comes in fills that first.';

/** The refusal of money that an account has not. Amounts in minor units; `usable` is what it has less what is held, and below zero what it owes. */
export function insufficient(amounts: Readonly<Record<'available' | 'usable' | 'missing', bigint>>): Refusal {
  const atLeastZero = (amount: bigint): string => (amount > 0n ? amount : 0n).toString();
  const { available, usable, missing } = amounts;
  const owed = atLeastZero(-usable);
  const fields = {
    available: available.toString(),
    pending: atLeastZero(usable - available),
    owed,
    missing: atLeastZero(missing),
  };
  return refuse('balance_insufficient', owed === '0' ? { fields } : { detail: OWED, fields });
}
