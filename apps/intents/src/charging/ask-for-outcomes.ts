import { Injectable } from '@nestjs/common';
import { chargeStatus } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { delayed } from '../domain/intent.js';
import type { Read } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { chargeRequest } from '../intents.view.js';
import { RecordChargeOutcomes } from './record-charge-outcomes.js';

/** Questions under way at a time. */
const BATCH = 32;
/** In one run: a longer backlog is left to the next, so that a shutdown does not wait for it. */
const BATCHES = 20;

/**
 * Asks charging about PROCESSING intents whose outcome is overdue, so that no message that was lost, or became a dead letter,
 * leaves a payment without an end. Charging begins a charge of which it has never heard, or declines it when it is too old. Where it has no
 * outcome either, the payment may be delayed.
 */
@Injectable()
export class AskForOutcomes {
  constructor(
    private readonly bus: CommandBus,
    private readonly intents: IntentsRepository,
    private readonly outcomes: RecordChargeOutcomes,
    private readonly config: IntentsConfig,
  ) {}

  /** Resolves to the seconds until the next outcome is overdue. */
  async ask(): Promise<number | undefined> {
    for (let batch = 0; batch < BATCHES; batch++) {
      const seconds = await this.intents.until('overdue');
      if (seconds === undefined || seconds > 0) return seconds;
      const overdue = await this.intents.takeOverdue(BATCH, this.config.OUTCOME_SECONDS);
      // one contradiction must not keep others from their outcomes
      const asked = await Promise.allSettled(overdue.map((read) => this.#ask(read)));
      const failure = asked.find((result) => result.status === 'rejected');
      if (failure !== undefined) throw failure.reason;
      if (overdue.length < BATCH) return 0;
    }
    return 0;
  }

  /** Asks about those of the intents that have been charged and have no outcome yet. */
  async askAbout(intentIds: readonly string[]): Promise<void> {
    for (const read of await this.intents.processingAmong(intentIds)) await this.#ask(read);
  }

  async #ask({ intent, at }: Read): Promise<void> {
    const requestId = newId('request');
    const reply = await this.bus.send(chargeStatus, chargeRequest(intent), { requestId });
    // without an answer the next question is due
    if (!reply.ok) return;
    const outcome = reply.data.succeeded ?? reply.data.failed;
    if (outcome !== undefined) await this.outcomes.record([{ outcome, origin: { requestId } }]);
    // without a lock for each question about a charge that is young, or known to be delayed
    else if (delayed(intent, at) !== undefined) await this.outcomes.recordDelay(intent.id, { requestId });
  }
}
