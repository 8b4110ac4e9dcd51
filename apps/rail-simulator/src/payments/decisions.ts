import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { Callback } from '../callbacks/callback.js';
import { CallbacksRepository } from '../callbacks/callbacks.repository.js';
import { momoCallbacks } from '../momo/momo-callbacks.js';
import { orangeCallbacks } from '../orange/orange-callbacks.js';
import type { Payment, Rail, Verdict } from './payment.js';
import { PaymentsRepository } from './payments.repository.js';

/** Decides payments. The decision, the debit and the callbacks commit together. */
@Injectable()
export class Decisions {
  constructor(
    private readonly database: Database,
    private readonly payments: PaymentsRepository,
    private readonly callbacks: CallbacksRepository,
  ) {}

  /** Decides one payment now; false when it is not pending any more. */
  decide(rail: Rail, reference: string, verdict: Verdict): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const payment = await this.payments.decide(tx, rail, reference, verdict);
      if (payment === undefined) return false;
      for (const callback of callbacksOf(payment)) await this.callbacks.add(tx, rail, reference, callback);
      return true;
    });
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
}

function callbacksOf(payment: Payment): readonly Callback[] {
  return payment.rail === 'mtn_momo' ? momoCallbacks(payment) : orangeCallbacks(payment);
}
