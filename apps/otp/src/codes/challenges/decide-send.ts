import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { Budget } from '../budgets/budget.js';
import { withSend } from '../budgets/budget.js';
import type { OtpLimits } from '../budgets/limits.js';
import { limitsOf } from '../budgets/limits.js';
import { OtpConfig } from '../../config.js';
import type { SendPlan, SendTerms } from './challenge.js';
import { challengeToFollow, isOf, isOpen, planSend, shownTerms, termsOfSend } from './challenge.js';
import { holdsPayment } from './challenge-scope.js';
import type { CodeRequest } from './code-request.js';
import type { SentCode } from './otp-answers.js';
import { budgetSpent, sentCode } from './otp-answers.js';
import type { SubjectState } from './subjects.repository.js';

/** A code to send. */
export interface DecidedSend {
  readonly challengeId: string;
  /** Number of the send within its challenge. */
  readonly sends: number;
  readonly sentAt: Date;
  readonly terms: SendTerms;
}

/** The decision about a request: a code to send, one that was sent already, or none. */
export type SendDecision =
  | { readonly kind: 'send'; readonly send: DecidedSend; readonly sent: SentCode }
  | { readonly kind: 'repeat'; readonly sent: SentCode }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

/** Decides whether a code is sent, on what was read under the lock of its subject. */
@Injectable()
export class DecideSend {
  readonly #limits: OtpLimits;

  constructor(config: OtpConfig) {
    this.#limits = limitsOf(config);
  }

  decide(request: CodeRequest, state: SubjectState<unknown>): SendDecision {
    const { scope } = request;
    const budget = state.budgetOf(scope.budgetScope);
    const named = state.named !== undefined && isOf(state.named, scope) ? state.named : undefined;
    const isPayment = scope.purpose === 'payment';
    // auth derives the id from the idempotency key: after a crash it requests the same code again, which was sent already
    if (!isPayment && named?.alive === true) {
      const terms = shownTerms(named, budget, this.#limits);
      return { kind: 'repeat', sent: sentCode(named.id, request.destination, terms) };
    }
    const open = isPayment && named !== undefined && isOpen(named, this.#limits) ? named : undefined;
    const challenge = open ?? challengeToFollow(state.alive, scope);
    const replaces = open !== undefined || holdsPayment(scope);
    const firstSend = isPayment ? 1 : budget.sends.all.length + 1;
    const plan = planSend({ challenge, replaces, firstSend }, budget, this.#limits);
    return plan.kind === 'refuse' ? refusalOf(plan, request) : this.#send(plan, request, budget);
  }

  #send(plan: Exclude<SendPlan, { kind: 'refuse' }>, request: CodeRequest, budget: Budget): SendDecision {
    const { now } = budget;
    const { scope, challengeId: given, destination } = request;
    const newChallengeId = scope.purpose === 'payment' || given === undefined ? newId('otpChallenge') : given;
    const challengeId = plan.kind === 'resend' ? plan.challenge.id : newChallengeId;
    const terms = termsOfSend(plan.sends, now, this.#limits);
    const sent = sentCode(challengeId, destination, shownTerms(terms, withSend(budget), this.#limits));
    return { kind: 'send', send: { challengeId, sends: plan.sends, sentAt: now, terms }, sent };
  }
}

function refusalOf(
  { code, retryAfterSeconds: retryAfter }: Extract<SendPlan, { kind: 'refuse' }>,
  { scope }: CodeRequest,
): SendDecision {
  const isSpent = code === 'otp_budget_spent';
  const refusal = isSpent ? budgetSpent(retryAfter, scope.budgetScope) : refuse(code, { fields: { retryAfter } });
  return { kind: 'refuse', refusal };
}
