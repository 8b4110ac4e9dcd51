import { Injectable } from '@nestjs/common';
import type { CancelIntent as Request, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { LockTimedOut, newId } from '@paygate/platform';
import { cancelDecision } from '../domain/cancel.js';
import type { Decision } from '../domain/decision.js';
import type { ScopedKey } from '../idempotency-keys.repository.js';
import { IdempotencyKeysRepository } from '../idempotency-keys.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { announce, originOf, paymentIntent } from '../intents.view.js';

type Answer = Reply<PaymentIntent>;

/** Cancels an intent, once, with its one event. Of a cancellation, a charge and an expiry that race one wins. */
@Injectable()
export class CancelIntent {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly keys: IdempotencyKeysRepository,
  ) {}

  async execute(request: Received<Request>): Promise<Answer> {
    const { payload } = request;
    // an intent is never deleted: what is found now is found under the lock, and no key is taken for what is not
    if ((await this.intents.find(payload)) === undefined) return refuse('intent_not_found');
    const key = keyOf(payload);
    try {
      return await this.unitOfWork.run((tx) => this.#answer(tx, request, key));
    } catch (error) {
      if (!(error instanceof LockTimedOut) || key === undefined) throw error;
      return refuse('idempotency_key_in_use');
    }
  }

  async #answer(tx: Transaction, request: Received<Request>, key: ScopedKey | undefined): Promise<Answer> {
    const { intentId } = request.payload;
    const holder = key === undefined ? undefined : await this.keys.take(tx, key, intentId);
    if (holder !== undefined && holder.bodyHash !== key?.idempotency.bodyHash) return refuse('idempotency_key_reused');
    if (holder?.refusal !== undefined) return holder.refusal;
    const decision = await this.#decide(tx, request);
    const answer = answerOf(decision);
    if (key !== undefined && !answer.ok) await this.keys.remember(tx, [{ ...key, refusal: answer }]);
    return answer;
  }

  async #decide(tx: Transaction, request: Received<Request>): Promise<Decision> {
    const { intentId } = request.payload;
    const [read] = await this.intents.lock(tx, [intentId]);
    if (read === undefined) throw new Error(`${intentId} was found, and is gone`);
    const moment = { at: read.at, eventId: newId('event') };
    const decision = cancelDecision(read.intent, moment);
    if (decision.kind === 'accepted' || decision.kind === 'lapsed') {
      await this.intents.write(tx, [decision.intent]);
      announce(tx, { intent: decision.intent, moment }, originOf(request));
    }
    return decision;
  }
}

function keyOf({ merchantId, mode, idempotency }: Request): ScopedKey | undefined {
  return idempotency === undefined ? undefined : { merchantId, mode, route: 'cancel-intent', idempotency };
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
