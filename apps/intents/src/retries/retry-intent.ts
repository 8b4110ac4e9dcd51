import { Injectable } from '@nestjs/common';
import type { PaymentIntent, Reply, RetryIntentCommand } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { violatedConstraint } from '@paygate/platform';
import { retryRefusal } from '../domain/retry.js';
import { paymentIntent } from '../intents.view.js';
import { UNEXPIRED_CONSTRAINT } from '../links/links.repository.js';
import { BeginTry } from './begin-try.js';
import { ExpireLapsedTries } from './expire-lapsed-tries.js';
import { TriesRepository } from './tries.repository.js';

type Request = Received<RetryIntentCommand>;
type Answer = Reply<PaymentIntent>;

/**
 * Begins the next try of a declined payment, under the lock of its first intent, and of its link if it is a use of one. Each try has at most
 * one after it: whoever asks from one that is not the last, twice or on another device, gets the last.
 */
@Injectable()
export class RetryIntent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lapsed: ExpireLapsedTries,
    private readonly tries: TriesRepository,
    private readonly beginTry: BeginTry,
  ) {}

  async retry(request: Request): Promise<Answer> {
    await this.lapsed.find(request.payload);
    try {
      return await this.unitOfWork.run(async (tx) => {
        const tries = await this.tries.lock(tx, request.payload);
        if (tries === undefined) return refuse('intent_not_found');
        const { latest, at } = tries;
        if (latest.id !== request.payload.intentId) return { ...accept(paymentIntent(latest)), replayed: true };
        return retryRefusal(tries, at) ?? (await this.beginTry.begin(tx, request, tries));
      });
    } catch (error) {
      if (violatedConstraint(error) !== UNEXPIRED_CONSTRAINT) throw error;
      return refuse('payment_link_expired');
    }
  }
}
