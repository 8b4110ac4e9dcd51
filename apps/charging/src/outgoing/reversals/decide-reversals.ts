import { Injectable } from '@nestjs/common';
import type {
  DecideReversalCommand,
  Reply,
  ReleaseReversalsCommand,
  ReversalInfo,
  ReversalsReleased,
} from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, refuse, reversalBooked, reversalReturned } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { floatAccount, merchantAccount, ofLedger, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { ChargingConfig } from '../../config.js';
import { reach } from '../../failpoints.js';
import type { StoredReversal } from './domain/reversal.js';
import { sharesOf } from './domain/reversal.js';
import type { Act } from './reversals.repository.js';
import { ReversalsRepository } from './reversals.repository.js';
import { merchantReversalOf, reversalBookedOf, reversalOf } from './reversals.view.js';

const UNKNOWN = { param: 'reversalId', detail: 'no reversal has this id' };
const ANOTHER_PERSON = { param: 'person', detail: 'another person has to do this' };
const NOT_RELEASED = {
  param: 'reversalId',
  detail: 'the statement of its day proposes many reversals, which wait together for another person',
};
const NOTHING_WAITS = { param: 'day', detail: 'no reversals of this day wait for their release' };

type Marking = 'confirm' | 'dismiss' | 'ask-return' | 'keep';

/**
 * Persons decide reversals. Each decision is one transaction that locks the charge and then the account of its merchant, in the order of refunds;
 * the statement that moves the money compares the persons.
 */
@Injectable()
export class DecideReversals {
  constructor(
    private readonly reversals: ReversalsRepository,
    private readonly posting: Posting,
    private readonly unitOfWork: UnitOfWork,
    private readonly config: ChargingConfig,
  ) {}

  /** Repeating it changes nothing. Where a second person is needed, the first one's `book` confirms and `return` asks. */
  async decide({ reversalId, decision, person }: DecideReversalCommand): Promise<Reply<ReversalInfo>> {
    const reversal = await this.reversals.find(reversalId);
    if (reversal === undefined) return refuse('parameter_invalid', UNKNOWN);
    const { merchantId, ledger, rail } = reversal;
    const accounts = [
      ...[merchantAccount(merchantId, ledger), floatAccount(rail, ledger)],
      ...[platformAccount('fees', ledger), platformAccount('reversals_receivable', ledger)],
    ];
    const decisions = {
      book: (tx: Transaction) => this.#book(tx, reversal, person),
      return: (tx: Transaction) => this.#return(tx, reversal, person),
      dismiss: (tx: Transaction) => this.#mark(tx, 'dismiss', { reversalId, person }),
      keep: (tx: Transaction) => this.#mark(tx, 'keep', { reversalId, person }),
    };
    return this.posting.to(accounts, () =>
      this.unitOfWork.run(async (tx) => {
        await this.reversals.lock(tx, reversal);
        return decisions[decision](tx);
      }),
    );
  }

  /** A person, who will book none of them, lets the many reversals of a statement be booked. */
  async release({ person, ...day }: ReleaseReversalsCommand): Promise<Reply<ReversalsReleased>> {
    return (await this.reversals.release(day, person)) ? accept(day) : refuse('parameter_invalid', NOTHING_WAITS);
  }

  async #book(tx: Transaction, { reversalId }: StoredReversal, person: string): Promise<Reply<ReversalInfo>> {
    const now = await this.#now(tx, reversalId);
    const { state, confirmedBy, bookedBy } = now;
    if (state === 'booked') return bookedBy === person ? accept(reversalOf(now)) : unexpected(now);
    if (state !== 'proposed' && state !== 'confirmed') return unexpected(now);
    if (now.waitsForDay) return refuse('parameter_invalid', NOT_RELEASED);
    const payment = await this.reversals.givenBack(tx, now.chargeId);
    const shares = sharesOf(now.amount, payment, this.#returnsFee(now));
    const booked = await this.reversals.book(tx, this.#act(now, person), shares);
    if (booked !== undefined) return this.#moved(tx, booked, reversalBooked);
    if (confirmedBy === person) return accept(reversalOf(now));
    return now.proposedBy === person
      ? refuse('parameter_invalid', ANOTHER_PERSON)
      : this.#mark(tx, 'confirm', { reversalId, person });
  }

  async #return(tx: Transaction, { reversalId }: StoredReversal, person: string): Promise<Reply<ReversalInfo>> {
    const now = await this.#now(tx, reversalId);
    const { state, returnAskedBy, returnedBy } = now;
    if (state === 'returned') return returnedBy === person ? accept(reversalOf(now)) : unexpected(now);
    if (state !== 'booked' && state !== 'returning') return unexpected(now);
    const returned = await this.reversals.giveBack(tx, this.#act(now, person), newId('reversal'));
    if (returned !== undefined) return this.#moved(tx, returned, reversalReturned);
    if (returnAskedBy === person) return accept(reversalOf(now));
    return this.#mark(tx, 'ask-return', { reversalId, person });
  }

  async #mark(tx: Transaction, verb: Marking, act: Pick<Act, 'reversalId' | 'person'>): Promise<Reply<ReversalInfo>> {
    const marked = await this.reversals.mark(tx, verb, act);
    return marked === undefined ? unexpected(await this.#now(tx, act.reversalId)) : accept(reversalOf(marked));
  }

  /** An event tells the merchant what it bears, and its audit trail has it. */
  async #moved(tx: Transaction, reversal: StoredReversal, event: typeof reversalBooked): Promise<Reply<ReversalInfo>> {
    const borne = merchantReversalOf(reversal);
    if (borne !== undefined) {
      tx.emit(event, reversalBookedOf(borne, await this.reversals.standing(tx, reversal.chargeId)));
      const { merchantId, mode, reversalId, status } = borne;
      const action = status === 'BOOKED' ? 'payment.reversed' : 'payment.reversal_returned';
      tx.emit(
        actedInCharging,
        merchantActed({ producer: 'operator', payload: { merchantId, mode } }, action, reversalId),
      );
    }
    tx.afterCommit(() => {
      reach('settled');
    });
    return accept(reversalOf(reversal));
  }

  async #now(tx: Transaction, reversalId: string): Promise<StoredReversal> {
    const now = await this.reversals.find(reversalId, tx);
    if (now === undefined) throw new Error('a reversal is gone');
    return now;
  }

  /** In test mode one person is enough for any amount. */
  #act({ reversalId, ledger }: StoredReversal, person: string): Act {
    const max = ofLedger(ledger).mode === 'test' ? null : BigInt(this.config.REVERSAL_ALONE_MAX);
    return { reversalId, person, max, perDay: this.config.REVERSALS_ALONE_PER_DAY };
  }

  #returnsFee({ rail }: StoredReversal): boolean {
    const returns: Readonly<Record<typeof rail, boolean>> = {
      mtn_momo: this.config.MTN_MOMO_REVERSALS_RETURN_FEES,
      orange_money: this.config.ORANGE_MONEY_REVERSALS_RETURN_FEES,
    };
    return returns[rail];
  }
}

function unexpected({ state }: StoredReversal): Reply<ReversalInfo> {
  return refuse('parameter_invalid', { param: 'decision', detail: `the reversal is ${state}` });
}
