import { Injectable } from '@nestjs/common';
import type { CancelIntentCommand, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, actedInIntents, intentCanceled, intentExpired, merchantActed, refuse } from '@paygate/contracts';
import type { OutboxEntry, Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { cancelDecision } from '../domain/cancel.js';
import type { Decision } from '../domain/decision.js';
import { IntentsRepository } from '../intents.repository.js';
import { eventOf, originOf, paymentIntent } from '../intents.view.js';

type Answer = Reply<PaymentIntent>;

/**
 * Cancels an intent, once, with its one event. One of a cancellation, a charge and an expiry that race wins. A canceled
 * intent stays canceled, so a repeated cancellation needs no idempotency record.
 */
@Injectable()
export class CancelIntent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
  ) {}

  cancel(request: Received<CancelIntentCommand>): Promise<Answer> {
    return this.unitOfWork.run(async (tx) => {
      const read = await this.intents.lockOwned(tx, request.payload);
      if (read === undefined) return refuse('intent_not_found');
      const moment = { at: read.at, eventId: newId('event') };
      const decision = cancelDecision(read.intent, moment);
      if (decision.kind === 'accepted' || decision.kind === 'lapsed') {
        const isCanceled = decision.kind === 'accepted';
        const contract = isCanceled ? intentCanceled : intentExpired;
        const event = eventOf(contract, { intent: decision.intent, moment }, originOf(request));
        const acts = isCanceled ? [actOf(request)] : [];
        await this.intents.write(tx, [{ from: read.intent.status, intent: decision.intent }], [event, ...acts]);
      }
      return answerOf(decision);
    });
  }
}

function actOf(request: Received<CancelIntentCommand>): OutboxEntry {
  const payload = merchantActed(request, 'payment.canceled', request.payload.intentId);
  return { ...originOf(request), contract: actedInIntents, payload };
}

function answerOf(decision: Decision): Answer {
  switch (decision.kind) {
    case 'accepted':
      return accept(paymentIntent(decision.intent));
    case 'replayed':
      return { ...accept(paymentIntent(decision.intent)), replayed: true };
    case 'lapsed':
    case 'refused':
      return decision.refusal;
  }
}
