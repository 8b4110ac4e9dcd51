import { Injectable } from '@nestjs/common';
import type { DecideUnclaimedMoneyCommand, Refusal, Reply, UnclaimedMoney } from '@paygate/contracts';
import { accept, actedInCharging, isRefusal, merchantActed, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { floatAccount, merchantAccount, ofLedger, platformAccount } from '../../books/ledger/domain/ledger.js';
import { reach } from '../../failpoints.js';
import { Holds } from '../../holds/holds.js';
import type { Cause } from '../../rails/operations/new-operations.js';
import { BeginReturns } from './begin-returns.js';
import type { StoredUnclaimed } from './domain/unclaimed.js';
import { UnclaimedRepository } from './unclaimed.repository.js';
import { unclaimedOf } from './unclaimed.view.js';

const UNKNOWN = { param: 'unclaimedId', detail: 'no unclaimed money of this mode has this id' };
const OTHER_MONEY = 'the row has another one than the command: read it again';
const NO_PAYMENT = {
  param: 'intentId',
  detail: 'no payment with this id of the same operator, currency and amount has failed without money of its own',
};
const PAID = { param: 'intentId', detail: 'other money was matched to this payment' };

/** No payment gets the money of two lines. */
const ONE_OF_PAYMENT = 'unclaimed_intent';

/** The effect of a decision in its transaction; undefined when the money is in a state that does not allow it. */
type Effect = (tx: Transaction) => Promise<StoredUnclaimed | undefined>;

/** People decide what becomes of unclaimed money. Each decision is one guarded UPDATE in the transaction that posts. */
@Injectable()
export class DecideUnclaimed {
  constructor(
    private readonly unclaimed: UnclaimedRepository,
    private readonly returns: BeginReturns,
    private readonly holds: Holds,
  ) {}

  /** Repeating it changes nothing. */
  async decide(command: DecideUnclaimedMoneyCommand, cause: Cause): Promise<Reply<UnclaimedMoney>> {
    const { unclaimedId, mode, decision, intentId } = command;
    const money = await this.unclaimed.find(unclaimedId, mode);
    if (money === undefined) return refuse('parameter_invalid', UNKNOWN);
    const param = otherThan(unclaimedOf(money), command);
    if (param !== undefined) return refuse('parameter_invalid', { param, detail: OTHER_MONEY });
    if (isDone(money, command)) return accept(unclaimedOf(money));
    const decisions = {
      confirm: () => this.#confirm(money, cause),
      dismiss: () => this.#apply(money, [], cause, (tx) => this.unclaimed.dismiss(tx, unclaimedId)),
      match: () => this.#match(money, intentId, cause),
      return: () => this.#return(money, cause),
    };
    const decided = await decisions[decision]();
    if (decided === undefined) return this.#afterAnother(command);
    return isRefusal(decided) ? decided : accept(unclaimedOf(decided));
  }

  /** The table refuses the same, whatever happens meanwhile. */
  async #confirm(money: StoredUnclaimed, cause: Cause): Promise<StoredUnclaimed | Refusal | undefined> {
    const detail = await this.unclaimed.contestOf(money.unclaimedId);
    if (detail !== undefined) return refuse('parameter_invalid', { param: 'decision', detail });
    const accounts = [floatAccount(money.rail, money.ledger)];
    return this.#apply(money, accounts, cause, (tx) => this.unclaimed.confirm(tx, money.unclaimedId));
  }

  /** The payment stays as it has ended; its merchant is credited as for any payment, and its audit trail has it. */
  async #match(
    money: StoredUnclaimed,
    intentId: string | undefined,
    cause: Cause,
  ): Promise<StoredUnclaimed | Refusal | undefined> {
    const { unclaimedId, ledger } = money;
    const merchantId = intentId === undefined ? undefined : await this.unclaimed.merchantOf(unclaimedId, intentId);
    if (intentId === undefined || merchantId === undefined) return refuse('parameter_invalid', NO_PAYMENT);
    const accounts = [merchantAccount(merchantId, ledger), platformAccount('fees', ledger)];
    try {
      return await this.#apply(money, accounts, cause, async (tx) => {
        const matched = await this.unclaimed.match(tx, { unclaimedId, intentId, journalId: newId('transfer') });
        const payload = { merchantId, mode: ofLedger(ledger).mode };
        if (matched !== undefined)
          tx.emit(actedInCharging, merchantActed({ producer: 'operator', payload }, 'payment.matched', intentId));
        return matched;
      });
    } catch (error) {
      // other money is matched to the payment at the same time
      if ((error as { readonly constraint?: unknown }).constraint !== ONE_OF_PAYMENT) throw error;
      return refuse('parameter_invalid', PAID);
    }
  }

  async #return(money: StoredUnclaimed, cause: Cause): Promise<StoredUnclaimed | Refusal | undefined> {
    const { unclaimedId, ledger } = money;
    const wanted = this.returns.of(money);
    if (isRefusal(wanted)) return wanted;
    return this.#apply(money, [floatAccount(wanted.floatOwner, ledger)], cause, async (tx) => {
      const isBegun = await this.returns.begin(tx, unclaimedId, wanted, cause);
      return isBegun ? this.unclaimed.find(unclaimedId, ofLedger(ledger).mode, tx) : undefined;
    });
  }

  #apply(
    { ledger }: StoredUnclaimed,
    accounts: Parameters<Holds['place']>[0],
    cause: Cause,
    effect: Effect,
  ): Promise<StoredUnclaimed | undefined> {
    return this.holds.place([...accounts, platformAccount('unclaimed', ledger)], cause, async (tx) => {
      const decided = await effect(tx);
      tx.afterCommit(() => {
        reach('settled');
      });
      return decided;
    });
  }

  /** Somebody has decided before: the same decision is repeated, another one is refused. */
  async #afterAnother(command: DecideUnclaimedMoneyCommand): Promise<Reply<UnclaimedMoney>> {
    const money = await this.unclaimed.find(command.unclaimedId, command.mode);
    if (money === undefined) throw new Error('unclaimed money is gone');
    if (isDone(money, command)) return accept(unclaimedOf(money));
    return refuse('parameter_invalid', { param: 'decision', detail: `the money is ${money.state}` });
  }
}

/** The facts about the money that the persons have read. Only its phone can change: it is erased. */
const READ = ['rail', 'currency', 'amount', 'operatorNumber', 'phoneMasked'] as const;

/** The first field by which a command names other money than its row has. */
function otherThan(money: UnclaimedMoney, wanted: DecideUnclaimedMoneyCommand): string | undefined {
  return READ.find((name) => money[name] !== wanted[name]);
}

/** True when a decision stands already. */
function isDone({ state, intentId }: StoredUnclaimed, wanted: DecideUnclaimedMoneyCommand): boolean {
  const done = {
    confirm: state === 'confirmed',
    dismiss: state === 'dismissed',
    match: state === 'matched' && intentId === wanted.intentId,
    return: state === 'returning' || state === 'returned',
  };
  return done[wanted.decision];
}
