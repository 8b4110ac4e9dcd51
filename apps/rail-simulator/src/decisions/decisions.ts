import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import { PlannedCallbacks } from '../callbacks/planned-callbacks.js';
import type { PaymentRequest, Rail, Verdict } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import type { KeyedScenario } from '../payments/scenario-book.js';

/** Begins and decides payments. What happens to a payment and the callbacks about it commit together. */
@Injectable()
export class Decisions {
  constructor(
    private readonly database: Database,
    private readonly payments: PaymentsRepository,
    private readonly callbacks: CallbacksRepository,
    private readonly planned: PlannedCallbacks,
  ) {}

  /** Makes a payment pending; false when its reference is taken. A scenario without a delay is decided too. */
  begin(asked: PaymentRequest, { key, scenario }: KeyedScenario): Promise<boolean> {
    const { rail, reference } = asked;
    return this.database.transaction(async (tx) => {
      const payment = await this.payments.begin(tx, asked, key, scenario);
      if (payment === undefined) return false;
      await this.callbacks.add(tx, payment, this.planned.onSubmission(payment));
      if (asked.kind === 'refund' && (await this.payments.isOverRefunded(tx, asked)))
        return this.#decide(tx, rail, reference, 'not_performed');
      const { verdict, afterSeconds } = scenario;
      // Orange Money looks at the balance before it asks the payer, MTN MoMo afterwards
      if (isPaidByPayer(asked) && verdict === 'approved' && (await this.payments.isShort(tx, asked)))
        return this.#decide(tx, rail, reference, 'insufficient_funds');
      if (verdict !== undefined && afterSeconds === 0) await this.#decide(tx, rail, reference, verdict);
      return true;
    });
  }

  /** Decides one payment now; false when it is not pending any more. */
  decide(rail: Rail, reference: string, verdict: Verdict): Promise<boolean> {
    return this.database.transaction((tx) => this.#decide(tx, rail, reference, verdict));
  }

  /** Decides payments whose time has come, at most `limit`; returns how many there were. */
  async decideDue(limit: number): Promise<number> {
    const due = await this.payments.due(limit);
    for (const { rail, reference, verdict } of due) await this.decide(rail, reference, verdict);
    return due.length;
  }

  /** Milliseconds until the next payment or callback is due; undefined when there is none. */
  untilNextDue(): Promise<number | undefined> {
    return this.payments.untilNextDue();
  }

  async #decide(tx: Queryable, rail: Rail, reference: string, verdict: Verdict): Promise<boolean> {
    const payment = await this.payments.decide(tx, rail, reference, verdict);
    if (payment === undefined) return false;
    await this.callbacks.add(tx, payment, await this.planned.onDecision(payment));
    return true;
  }
}

function isPaidByPayer({ rail, kind }: PaymentRequest): boolean {
  return rail === 'orange_money' && kind === 'collection';
}
