import { Injectable } from '@nestjs/common';
import type { BeginChargeCommand, Charge, ChargePrepared, Reply } from '@paygate/contracts';
import { accept, actedInIntents, intentExpired, intentProcessing, refuse } from '@paygate/contracts';
import type { OutboxEntry, Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId, violatedConstraint } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import type { ChargeAttempt, ChargeToken } from '../domain/charge.js';
import { chargeDecision } from '../domain/charge.js';
import type { Decision } from '../domain/decision.js';
import type { Moment } from '../domain/intent.js';
import { isOwnedBy } from '../domain/intent.js';
import type { Transition } from '../intent-metrics.js';
import { IntentsRepository } from '../intents.repository.js';
import { chargeOf, chargeRequest, eventOf, originOf } from '../intents.view.js';

type Request = Received<BeginChargeCommand>;
type Answer = Reply<Charge>;

/** A request whose token is valid. */
export interface VerifiedRequest {
  readonly request: Request;
  readonly intentId: string;
  readonly tokenId: string;
  readonly token: ChargeToken;
  /** The id of the charge, if it is accepted. */
  readonly chargeId: string;
  /** The service that asks the payer of a mobile-money charge. */
  readonly prepared?: ChargePrepared;
}

/** Intents under their locks, each with the intent that its token has charged. */
type LockedIntents = Awaited<ReturnType<IntentsRepository['lockWithTokens']>>;

/** Answers by the ids of their intents, with what is to be written before they are given. */
interface Decided {
  readonly answers: ReadonlyMap<string, Answer>;
  readonly changed: readonly Transition[];
  readonly events: readonly OutboxEntry[];
}

/** Decides under the locks of their intents whether charges begin, a batch in one transaction. */
@Injectable()
export class AcceptCharges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly config: IntentsConfig,
  ) {}

  /**
   * The answers by the ids of their intents; none for an intent that is not found. Two intents charged with one token at the same time
   * violate a unique index. Tried alone, the later one is refused.
   */
  async accept(attempts: readonly VerifiedRequest[]): Promise<ReadonlyMap<string, Answer>> {
    const [only, ...others] = attempts;
    if (only === undefined) return new Map();
    try {
      return await this.unitOfWork.run(async (tx) => {
        const locked = await this.intents.lockWithTokens(tx, attempts);
        const { answers, changed, events } = this.#decide(attempts, locked);
        await this.intents.write(tx, changed, events);
        return answers;
      });
    } catch (error) {
      if (others.length > 0 || violatedConstraint(error) !== 'intent_charge_token') throw error;
      return new Map([[only.intentId, refuse('otp_token_used')]]);
    }
  }

  #decide(attempts: readonly VerifiedRequest[], locked: LockedIntents): Decided {
    const usedHere = new Map<string, string>();
    const changed: Transition[] = [];
    const events: OutboxEntry[] = [];
    const answers = new Map<string, Answer>();
    for (const attempt of attempts) {
      const { intentId, request, token } = attempt;
      const read = locked.get(intentId);
      if (read === undefined || !isOwnedBy(read.intent, request.payload)) continue;
      const moment = { at: read.at, eventId: newId('event') };
      const tokenUsedBy = usedHere.get(token.id) ?? read.tokenUsedBy;
      const decision = chargeDecision(read.intent, this.#chargeAttempt(attempt, tokenUsedBy), moment);
      if (decision.kind === 'accepted') usedHere.set(token.id, intentId);
      if (decision.kind === 'accepted' || decision.kind === 'lapsed') {
        changed.push({ from: read.intent.status, intent: decision.intent });
        events.push(eventOfDecision(decision, { request, moment }), ...actsOf(decision, attempt));
      }
      answers.set(intentId, answerOf(decision));
    }
    return { answers, changed, events };
  }

  #chargeAttempt({ token, chargeId, request, prepared }: VerifiedRequest, tokenUsedBy: string | null): ChargeAttempt {
    return {
      ...{ token, tokenUsedBy, chargeId, outcomeSeconds: this.config.OUTCOME_SECONDS },
      method: request.payload.paymentMethod?.type ?? 'wallet',
      operator: prepared?.operator ?? null,
      phoneMasked: prepared?.phoneMasked ?? null,
      payerPhoneIndex: prepared?.phoneIndex ?? null,
      customerId: prepared?.customerId ?? null,
      payerPhoneEnd: prepared?.phoneEnd ?? null,
    };
  }
}

/** One event for merchant and charging: a charge that the merchant sees is one that charging executes. */
function eventOfDecision(
  { kind, intent }: Extract<Decision, { readonly kind: 'accepted' | 'lapsed' }>,
  { request, moment }: { readonly request: Request; readonly moment: Moment },
): OutboxEntry {
  const change = { intent, moment };
  if (kind === 'lapsed') return eventOf(intentExpired, change, originOf(request));
  return eventOf(intentProcessing, change, originOf(request), chargeRequest(intent));
}

/** The entry of the audit trail of a phone that is asked: a charge by a code is an act of its payer. */
function actsOf({ kind }: Decision, { request, token }: VerifiedRequest): readonly OutboxEntry[] {
  const { askedBy: actor } = token;
  if (kind !== 'accepted' || actor === null) return [];
  const { merchantId, mode, intentId: subject } = request.payload;
  const payload = { merchantId, mode, action: 'phone.asked' as const, subject, actor };
  return [{ ...originOf(request), contract: actedInIntents, payload }];
}

function answerOf(decision: Decision): Answer {
  switch (decision.kind) {
    case 'accepted':
      return accept(chargeOf(decision.intent));
    case 'replayed':
      return { ...accept(chargeOf(decision.intent)), replayed: true };
    case 'lapsed':
    case 'refused':
      return decision.refusal;
  }
}
