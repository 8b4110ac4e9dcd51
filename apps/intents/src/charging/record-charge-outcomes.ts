import { Injectable } from '@nestjs/common';
import type { ChargeFailed, ChargeSucceeded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Intent, Moment } from '../domain/intent.js';
import { completed, Contradiction, failed } from '../domain/intent.js';
import { IntentsRepository } from '../intents.repository.js';
import { announce, originOf } from '../intents.view.js';
import { OutcomeWaiters } from './outcome-waiters.js';

type Outcome = ChargeSucceeded | ChargeFailed;

/** Records the outcomes of charges: the intent becomes COMPLETED or FAILED, once, with its one event. */
@Injectable()
export class RecordChargeOutcomes {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly waiters: OutcomeWaiters,
  ) {}

  async execute(messages: readonly Received<Outcome>[]): Promise<void> {
    const ended = await this.unitOfWork.run(async (tx) => {
      const fresh = await tx.firstTime(messages);
      const settling = new Map(
        messages.filter(({ id }) => fresh.has(id)).map((message) => [message.payload.intentId, message]),
      );
      const locked = await this.intents.lock(tx, [...settling.keys()]);
      if (locked.length !== fresh.size) throw new Contradiction('a charge of an intent that does not exist');
      const settled: Intent[] = [];
      for (const { intent, at } of locked) {
        const message = settling.get(intent.id);
        const moment = { at, eventId: newId('event') };
        const end = message === undefined ? undefined : settledBy(message.payload, intent, moment);
        if (message === undefined || end === undefined) continue;
        settled.push(end);
        announce(tx, { intent: end, moment }, originOf(message));
      }
      await this.intents.write(tx, settled);
      return settled.map(({ id }) => id);
    });
    this.waiters.notify(ended);
  }
}

function settledBy(outcome: Outcome, intent: Intent, moment: Moment): Intent | undefined {
  const charge = { chargeId: outcome.chargeId, amount: BigInt(outcome.amount), currency: outcome.currency };
  if ('fee' in outcome) {
    return completed(intent, { ...charge, fee: BigInt(outcome.fee), net: BigInt(outcome.net) }, moment);
  }
  const { code, message, nextStep } = outcome;
  return failed(intent, { ...charge, failure: { code, message, nextStep } }, moment);
}
