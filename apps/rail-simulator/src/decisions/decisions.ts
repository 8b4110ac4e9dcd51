import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import { PlannedCallbacks } from '../callbacks/planned-callbacks.js';
import type { Payment, PaymentRequest, Rail, Verdict } from '../payments/payment.js';
import type { PlannedChange } from '../payments/payments.repository.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import type { KeyedScenario } from '../payments/scenario-book.js';
import { scenarios } from '../payments/scenarios.js';

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
    const next = changeAfter(payment);
    if (next !== undefined) await this.payments.plan(tx, payment, next);
    return true;
  }
}

/** The consequence of a decision: the operator takes a collection back, or the payer pays it again. */
function changeAfter({ kind, state, amount, scenario }: Payment): PlannedChange | undefined {
  const takenBack = scenarios[scenario ?? '']?.takenBack;
  if (takenBack === undefined || state !== 'succeeded' || amount === null) return undefined;
  const { afterSeconds, divisor, repaidAfterSeconds } = takenBack;
  if (kind === 'collection') return { kind: 'reversal', amount: (amount + divisor - 1n) / divisor, afterSeconds };
  if (kind !== 'reversal' || repaidAfterSeconds === undefined) return undefined;
  return { kind: 'repayment', amount, afterSeconds: repaidAfterSeconds };
}

function isPaidByPayer({ rail, kind }: PaymentRequest): boolean {
  return rail === 'orange_money' && kind === 'collection';
}
