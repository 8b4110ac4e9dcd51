import { Injectable } from '@nestjs/common';
import type { ChargeFailed, ChargeSucceeded } from '@paygate/contracts';
import { intentCompleted, intentDelayed, intentFailed } from '@paygate/contracts';
import type { MessageOrigin, OutboxEntry, Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Transition } from '../intent-metrics.js';
import type { Intent, Moment } from '../domain/intent.js';
import { completed, Contradiction, delayed, failed } from '../domain/intent.js';
import { IntentsRepository } from '../intents.repository.js';
import { eventOf, originOf } from '../intents.view.js';
import { OutcomeWaiters } from './outcome-waiters.js';

type Outcome = ChargeSucceeded | ChargeFailed;

/** An outcome and the message that reported it. */
export interface ReportedOutcome {
  readonly outcome: Outcome;
  readonly origin: MessageOrigin;
}

/** Records the outcomes of charges: the intent becomes COMPLETED or FAILED, once, with its one event. Or that one is overdue. */
@Injectable()
export class RecordChargeOutcomes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly waiters: OutcomeWaiters,
  ) {}

  /** Events of charging. Without an inbox: the status says whether an outcome was recorded. */
  ingest(messages: readonly Received<Outcome>[]): Promise<void> {
    return this.record(messages.map((message) => ({ outcome: message.payload, origin: originOf(message) })));
  }

  /** One that is recorded already changes nothing. */
  async record(outcomes: readonly ReportedOutcome[]): Promise<void> {
    this.waiters.notify(await this.unitOfWork.run((tx) => this.#end(tx, outcomes)));
  }

  /** The outcome is overdue: `nextAction` then says so, and the merchant can be notified, once. */
  async recordDelay(intentId: string, origin: MessageOrigin): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      for (const { intent, at } of await this.intents.lock(tx, [intentId])) {
        const next = delayed(intent, at);
        if (next === undefined) continue;
        const change = { intent: next, moment: { at, eventId: newId('event') } };
        const event = eventOf(intentDelayed, change, origin);
        await this.intents.write(tx, [{ from: intent.status, intent: next }], [event]);
      }
    });
  }

  async #end(tx: Transaction, outcomes: readonly ReportedOutcome[]): Promise<readonly string[]> {
    const byIntent = new Map(outcomes.map((reported) => [reported.outcome.intentId, reported]));
    const locked = await this.intents.lock(tx, [...byIntent.keys()]);
    if (locked.length !== outcomes.length) throw new Contradiction('a charge of an intent that does not exist');
    const settled: Transition[] = [];
    const events: OutboxEntry[] = [];
    for (const { intent, at } of locked) {
      const reported = byIntent.get(intent.id);
      const moment = { at, eventId: newId('event') };
      const end = reported === undefined ? undefined : settledBy(reported.outcome, intent, moment);
      if (reported === undefined || end === undefined) continue;
      settled.push({ from: intent.status, intent: end });
      const contract = 'fee' in reported.outcome ? intentCompleted : intentFailed;
      events.push(eventOf(contract, { intent: end, moment }, reported.origin));
    }
    await this.intents.write(tx, settled, events);
    return settled.map(({ intent }) => intent.id);
  }
}

function settledBy(outcome: Outcome, intent: Intent, moment: Moment): Intent | undefined {
  const { chargeId, currency, providerReference } = outcome;
  const charge = { chargeId, amount: BigInt(outcome.amount), currency, providerReference };
  if ('fee' in outcome) {
    return completed(intent, { ...charge, fee: BigInt(outcome.fee), net: BigInt(outcome.net) }, moment);
  }
  const { code, message, nextStep, decidedBy = null } = outcome;
  return failed(intent, { ...charge, failure: { code, message, nextStep }, decidedBy }, moment);
}
