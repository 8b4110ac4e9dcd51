import { Injectable } from '@nestjs/common';
import type {
  CreateIntentCommand,
  GetKeyedIntentCommand,
  PaymentIntent,
  Refusal,
  Reply,
  TakenCurrencies,
} from '@paygate/contracts';
import { accept, amountRefusal, currencyRefusal, refuse, takenCurrencies } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Clock, isSameContent, LockTimedOut, violatedConstraint } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import type { Conflict, Creation, Sought } from './creations.repository.js';
import { CreationsRepository, IDEMPOTENCY_KEY_CONSTRAINT } from './creations.repository.js';
import { asPlaced, isOwnedBy, placed } from '../domain/intent.js';
import { originOf, paymentIntent } from '../intents.view.js';
import { ExpireIntents } from '../expiry/expire-intents.js';

type Request = Received<CreateIntentCommand>;
type Answer = Reply<PaymentIntent>;
/** By the id of the intent that a request asks for. */
type Answers = Map<string, Answer>;

/**
 * Creates intents, a batch in one statement. A repeated idempotency key gets the first answer, a repeated command its own
 * intent. A refusal is not stored, so the same call succeeds once its cause is gone.
 */
@Injectable()
export class CreateIntents {
  readonly #taken: TakenCurrencies;

  constructor(
    private readonly creations: CreationsRepository,
    private readonly expireIntents: ExpireIntents,
    private readonly clock: Clock,
    private readonly config: IntentsConfig,
  ) {
    this.#taken = takenCurrencies(config.AMOUNT_BOUNDS);
  }

  async create(requests: readonly Request[]): Promise<readonly Answer[]> {
    const answers = this.#amountRefusals(requests);
    const now = this.clock.epochMs();
    const creations = requests
      .filter(({ payload }) => !answers.has(payload.intentId))
      .map((request) => this.#creation(request, now));
    try {
      if (creations.length > 0) acceptAll(await this.creations.insert(oneOfEachKey(creations)), answers);
      await this.#resolve(creations, answers);
    } catch (error) {
      await this.#resolveRace(creations, answers, error);
    }
    return requests.map(({ payload }) => {
      const answer = answers.get(payload.intentId);
      if (answer === undefined) throw new Error(`${payload.intentId} was neither created nor refused`);
      return answer;
    });
  }

  /** The answer of the request that created an intent with this key. */
  async earlier({ merchantId, mode, idempotency }: GetKeyedIntentCommand): Promise<Answer> {
    const sought = { intent: { id: '', merchantId, mode, reference: null }, idempotency };
    const [conflict] = (await this.creations.conflicts([sought])).values();
    return earlierAnswer(sought, conflict) ?? refuse('intent_not_found');
  }

  /**
   * Answers the creations that conflict with other rows: by the intent of an earlier request, or by a refusal. A lapsed intent
   * holds its reference until its transition to EXPIRED: this makes that transition and repeats the creation.
   */
  async #resolve(creations: readonly Creation[], answers: Answers, isLastTry = false): Promise<void> {
    const left = unanswered(creations, answers);
    if (left.length === 0) return;
    const conflicts = await this.creations.conflicts(left);
    for (const creation of left) {
      const conflict = conflicts.get(creation.intent.id);
      const answer = earlierAnswer(creation, conflict) ?? (isLastTry ? referenceExists(conflict) : undefined);
      if (answer !== undefined) answers.set(creation.intent.id, answer);
    }
    const blocked = unanswered(left, answers);
    if (blocked.length === 0) return;
    const orders = blocked.map(({ intent }) => intent);
    await this.expireIntents.expire((intents, tx) => intents.lockReferenceHolders(tx, orders));
    acceptAll(await this.creations.insert(oneOfEachKey(blocked)), answers);
    await this.#resolve(blocked, answers, true);
  }

  /**
   * Instances that create intents with one idempotency key at the same time wait for the first to commit. Throws the error of
   * a batch, whose executor then tries each request alone.
   */
  async #resolveRace(creations: readonly Creation[], answers: Answers, error: unknown): Promise<void> {
    const [only, ...others] = creations;
    if (only?.idempotency === undefined || others.length > 0) throw error;
    if (error instanceof LockTimedOut) answers.set(only.intent.id, refuse('idempotency_key_in_use'));
    else if (violatedConstraint(error) === IDEMPOTENCY_KEY_CONSTRAINT) await this.#resolve(creations, answers);
    else throw error;
  }

  #amountRefusals(requests: readonly Request[]): Answers {
    const answers: Answers = new Map();
    for (const { payload } of requests) {
      const refusal = this.#amountRefusal(payload);
      if (refusal !== undefined) answers.set(payload.intentId, refusal);
    }
    return answers;
  }

  #amountRefusal(command: CreateIntentCommand): Refusal | undefined {
    const { amount, currency, mode } = command;
    const bounds = this.#taken[mode].get(currency);
    return bounds === undefined
      ? currencyRefusal(command, this.#taken)
      : amountRefusal(BigInt(amount), currency, bounds);
  }

  #creation(request: Request, now: number): Creation {
    const { payload } = request;
    const expirySeconds = payload.expiresInSeconds ?? this.config.INTENT_EXPIRY_SECONDS;
    const intent = placed({
      id: payload.intentId,
      merchantId: payload.merchantId,
      mode: payload.mode,
      amount: BigInt(payload.amount),
      currency: payload.currency,
      description: payload.description ?? null,
      metadata: payload.metadata,
      reference: payload.reference ?? null,
      userId: payload.userId ?? null,
      returnUrl: payload.returnUrl ?? null,
      cancelUrl: payload.cancelUrl ?? null,
      createdAt: new Date(now),
      expiresAt: new Date(now + expirySeconds * 1_000),
      extensibleUntil: null,
      checkoutRetries: payload.checkoutRetries ?? 0,
      retryOf: null,
      linkId: null,
      actor: payload.actor ?? null,
      tillId: payload.tillId ?? null,
    });
    return { intent, idempotency: payload.idempotency, origin: originOf(request) };
  }
}

/** One of the requests of a batch with one key, or of a command that was delivered twice: the others are then answered by its intent. */
function oneOfEachKey(creations: readonly Creation[]): readonly Creation[] {
  const keyOf = ({ intent: { id, merchantId, mode }, idempotency }: Creation): string =>
    idempotency === undefined ? id : `${merchantId} ${mode} ${idempotency.keyHash}`;
  return [...new Map(creations.map((creation) => [keyOf(creation), creation])).values()];
}

function acceptAll(created: ReadonlyMap<string, PaymentIntent>, answers: Answers): void {
  for (const [id, intent] of created) answers.set(id, accept(intent));
}

function unanswered(creations: readonly Creation[], answers: Answers): readonly Creation[] {
  return creations.filter(({ intent }) => !answers.has(intent.id));
}

/** The answer of the request that created an intent with the same key or id before; undefined when there is none. */
export function earlierAnswer({ intent, idempotency }: Sought, conflict: Conflict | undefined): Answer | undefined {
  if (conflict?.intent === undefined) return undefined;
  const { intent: earlier } = conflict;
  const isOwn = earlier.id === intent.id;
  if (!isOwn && !isSameContent(conflict, idempotency ?? {})) return refuse('idempotency_key_reused');
  if (!isOwnedBy(earlier, intent)) throw new Error(`${intent.id} belongs to another merchant or mode`);
  const answer = accept(paymentIntent(asPlaced(earlier)));
  return isOwn ? answer : { ...answer, replayed: true };
}

/** Names the intent that holds the reference, unless that has released it since. */
function referenceExists(conflict: Conflict | undefined): Refusal {
  const intentId = conflict?.referenceHolderId ?? undefined;
  return refuse('reference_exists', {
    param: 'reference',
    ...(intentId === undefined ? {} : { fields: { intentId } }),
  });
}
