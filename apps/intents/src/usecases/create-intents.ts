import { Injectable } from '@nestjs/common';
import type { CreateIntent, Idempotency, PaymentIntent, Refusal, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Clock, idempotencyOfMessage, LockTimedOut } from '@paygate/platform';
import { IntentsConfig, parseAmountBounds } from '../config.js';
import type { Creation, Earlier } from '../creations.repository.js';
import { CreationsRepository } from '../creations.repository.js';
import type { AmountBounds } from '../domain/rules.js';
import { amountRefusal, asPlaced, placed } from '../domain/intent.js';
import { originOf, paymentIntent } from '../intents.view.js';
import { ExpireIntents } from './expire-intents.js';

type Request = Received<CreateIntent>;
type Answer = Reply<PaymentIntent>;
type Answers = ReadonlyMap<string, Answer>;

const none: Answers = new Map();

/**
 * Creates intents, as many as arrived together in one statement. A repeated command finds its own intent, a repeated
 * idempotency key gets the first answer, a reference in use is refused, and none of these hinders the others.
 */
@Injectable()
export class CreateIntents {
  readonly #bounds: ReadonlyMap<string, AmountBounds>;

  constructor(
    private readonly creations: CreationsRepository,
    private readonly expireIntents: ExpireIntents,
    private readonly clock: Clock,
    private readonly config: IntentsConfig,
  ) {
    this.#bounds = parseAmountBounds(config.AMOUNT_BOUNDS);
  }

  async execute(requests: readonly Request[]): Promise<readonly Answer[]> {
    const now = this.clock.epochMs();
    const refusals = requests.map(({ payload }) => this.#amountRefusal(payload));
    const attempts = requests
      .filter((_, index) => refusals[index] === undefined)
      .map((request) => this.#creation(request, now));
    const answers = attempts.length === 0 ? none : await this.#answersOrInUse(attempts);
    return requests.map(({ payload }, index) => {
      const answer = refusals[index] ?? answers.get(payload.intentId);
      if (answer === undefined) throw new Error(`${payload.intentId} was neither placed nor refused`);
      return answer;
    });
  }

  /** The first request with a key may take longer than a lock is waited for: a batch is tried one by one, then told so. */
  async #answersOrInUse(attempts: readonly Creation[]): Promise<Answers> {
    try {
      return await this.#answers(attempts, 'expire-holders');
    } catch (error) {
      const [only, ...others] = attempts;
      if (!(error instanceof LockTimedOut) || others.length > 0 || only?.takesKey !== true) throw error;
      return new Map([[only.intent.id, refuse('idempotency_key_in_use')]]);
    }
  }

  async #answers(attempts: readonly Creation[], onConflict: 'expire-holders' | 'refuse'): Promise<Answers> {
    const placed = await this.creations.place(attempts);
    const answers = new Map<string, Answer>([...placed].map(([id, intent]) => [id, accept(intent)]));
    const left = attempts.filter(({ intent }) => !answers.has(intent.id));
    if (left.length === 0) return answers;
    const earlier = await this.creations.earlier(left);
    for (const attempt of left) {
      const answer = earlierAnswer(attempt, earlier.get(attempt.intent.id));
      if (answer !== undefined) answers.set(attempt.intent.id, answer);
    }
    const blocked = left
      .filter(({ intent }) => !answers.has(intent.id))
      .map((attempt) => ({ attempt, whole: onBehalfOf(earlier.get(attempt.intent.id), attempt) }));
    if (blocked.length === 0) return answers;
    const again = [...new Map(blocked.map(({ whole }) => [whole.intent.id, whole])).values()];
    const settled = onConflict === 'refuse' ? await this.#refused(again) : await this.#tryAgain(again);
    for (const { attempt, whole } of blocked) {
      const answer = settled.get(whole.intent.id);
      if (answer !== undefined) answers.set(attempt.intent.id, answer);
    }
    return answers;
  }

  async #tryAgain(blocked: readonly Creation[]): Promise<Answers> {
    await this.#expireReferenceHolders(blocked);
    const keyed = blocked.map((creation) => ({ ...creation, takesKey: true }));
    return this.#answers(keyed, 'refuse');
  }

  /**
   * What creations are refused with whose reference is taken, kept as the answer to their keys: unless another who tried on
   * behalf of the same key was faster, with whatever came of it.
   */
  async #refused(blocked: readonly Creation[]): Promise<Answers> {
    const holders = await this.creations.earlier(blocked);
    const refused = blocked.map((creation) => ({
      ...creation,
      refusal: referenceExists(holders.get(creation.intent.id)),
    }));
    await this.creations.rememberRefusals(refused);
    const earlier = await this.creations.earlier(refused);
    return new Map(
      refused.map(({ refusal, ...creation }) => [
        creation.intent.id,
        earlierAnswer(creation, earlier.get(creation.intent.id)) ?? refusal,
      ]),
    );
  }

  /** A lapsed intent would hold its reference until somebody made its transition. */
  async #expireReferenceHolders(blocked: readonly Creation[]): Promise<void> {
    const orders = blocked.map(({ intent }) => intent);
    await this.expireIntents.execute((intents, tx) => intents.lockReferenceHolders(tx, orders));
  }

  #amountRefusal({ amount, currency }: CreateIntent): Refusal | undefined {
    const bounds = this.#bounds.get(currency);
    if (bounds === undefined) throw new Error(`no amount bounds for ${currency}`);
    return amountRefusal(BigInt(amount), currency, bounds);
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
      createdAt: new Date(now),
      expiresAt: new Date(now + expirySeconds * 1_000),
    });
    const idempotency = payload.idempotency ?? ownKeyOf(request);
    return { intent, idempotency, takesKey: payload.idempotency !== undefined, origin: originOf(request) };
  }
}

/**
 * Of a creation without a key that may be refused for its reference: its message, so that it is refused too when it is
 * delivered again after the reference was given up.
 */
function ownKeyOf({ id, payload }: Request): Idempotency | undefined {
  return payload.reference === undefined ? undefined : idempotencyOfMessage(id);
}

/**
 * The creation to try again. Who holds the key may have been stopped between taking it and its answer: a repetition, which
 * asks for the same, then places the holder's intent, and whoever of them is faster, there is one intent and one answer.
 */
function onBehalfOf(earlier: Earlier | undefined, creation: Creation): Creation {
  const holderId = earlier?.keyHolderId ?? creation.intent.id;
  return { ...creation, intent: { ...creation.intent, id: holderId } };
}

/** The answer that an earlier creation left behind; undefined when it left none, or only the reference stands in the way. */
function earlierAnswer({ intent, idempotency }: Creation, earlier: Earlier | undefined): Answer | undefined {
  if (earlier === undefined) throw new Error(`nothing stands in the way of ${intent.id}`);
  const isOwn = earlier.keyHolderId === null || earlier.keyHolderId === intent.id;
  if (!isOwn && earlier.bodyHash !== idempotency?.bodyHash) return refuse('idempotency_key_reused');
  if (earlier.intent === undefined) return earlier.refusal;
  if (earlier.intent.merchantId !== intent.merchantId || earlier.intent.mode !== intent.mode) {
    throw new Error(`${intent.id} belongs to another merchant or mode`);
  }
  const answer = accept(paymentIntent(asPlaced(earlier.intent)));
  return isOwn ? answer : { ...answer, replayed: true };
}

/** Names the intent that has the reference; it may have given it up since. */
function referenceExists(earlier: Earlier | undefined): Refusal {
  const intentId = earlier?.referenceHolderId ?? undefined;
  return refuse('reference_exists', {
    param: 'reference',
    ...(intentId === undefined ? {} : { fields: { intentId } }),
  });
}
