import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { BudgetsRepository } from '../budgets/budgets.repository.js';
import type { Budget } from '../budgets/budget.js';
import { withUse } from '../budgets/budget.js';
import type { OtpLimits } from '../budgets/limits.js';
import { limitsOf } from '../budgets/limits.js';
import { OtpConfig } from '../config.js';
import type { Challenge, SendPlan, SendTerms } from './challenge.js';
import { challengeToFollow, isOf, isOpen, planSend, shownTerms, termsOfSend } from './challenge.js';
import { holdsPayment } from './challenge-scope.js';
import { ChallengesRepository } from './challenges.repository.js';
import type { CodeRequest } from './code-request.js';
import type { SentCode } from './otp-answers.js';
import { budgetSpent, sentCode } from './otp-answers.js';

/** A code to send, and the answer when it is recorded. */
export interface DecidedSend {
  readonly challengeId: string;
  /** Number of the send within its challenge. */
  readonly sends: number;
  readonly sentAt: Date;
  readonly terms: SendTerms;
  readonly answer: SentCode;
}

/** What becomes of a request: a code to send, or an answer without one. */
export type SendDecision =
  { readonly kind: 'send'; readonly send: DecidedSend } | { readonly kind: 'answer'; readonly reply: Reply<SentCode> };

/** Decides whether a code is sent, under the lock of its subject. */
@Injectable()
export class DecideSend {
  readonly #limits: OtpLimits;

  constructor(
    config: OtpConfig,
    private readonly budgets: BudgetsRepository,
    private readonly challenges: ChallengesRepository,
  ) {
    this.#limits = limitsOf(config);
  }

  async decide(tx: DatabaseTransaction, request: CodeRequest): Promise<SendDecision> {
    const { scope } = request;
    await this.budgets.lock(tx, scope);
    const budget = await this.budgets.read(tx, scope);
    const named = await this.#named(tx, request);
    const isPayment = scope.purpose === 'payment';
    // auth derives the id from the idempotency key: after a crash it requests the same code again, which was sent already
    if (!isPayment && named?.alive === true) {
      const terms = shownTerms(named, budget.sends, this.#limits);
      const answer = sentCode(named.id, request.destination, terms);
      return { kind: 'answer', reply: { ...accept(answer), replayed: true } };
    }
    const open = isPayment && named !== undefined && isOpen(named, this.#limits) ? named : undefined;
    const challenge = open ?? challengeToFollow(await this.challenges.alive(tx, scope), scope);
    const replaces = open !== undefined || holdsPayment(scope);
    const firstSend = isPayment ? 1 : budget.sends.all.length + 1;
    const plan = planSend({ challenge, replaces, firstSend }, budget, this.#limits);
    return plan.kind === 'refuse' ? refusalOf(plan, request) : this.#send(plan, request, budget);
  }

  /** The challenge of this scope that the request names. */
  async #named(tx: DatabaseTransaction, { challengeId, scope }: CodeRequest): Promise<Challenge | undefined> {
    if (challengeId === undefined) return undefined;
    const named = await this.challenges.find(challengeId, tx);
    return named !== undefined && isOf(named, scope) ? named : undefined;
  }

  #send(plan: Exclude<SendPlan, { kind: 'refuse' }>, request: CodeRequest, { now, sends: used }: Budget): SendDecision {
    const { scope, challengeId: given, destination } = request;
    const newChallengeId = scope.purpose === 'payment' || given === undefined ? newId('otpChallenge') : given;
    const challengeId = plan.kind === 'resend' ? plan.challenge.id : newChallengeId;
    const terms = termsOfSend(plan.sends, now, this.#limits);
    const answer = sentCode(challengeId, destination, shownTerms(terms, withUse(used, now), this.#limits));
    return { kind: 'send', send: { challengeId, sends: plan.sends, sentAt: now, terms, answer } };
  }
}

function refusalOf(
  { code, retryAfterSeconds: retryAfter }: Extract<SendPlan, { kind: 'refuse' }>,
  { scope }: CodeRequest,
): SendDecision {
  const isSpent = code === 'otp_budget_spent';
  const reply = isSpent ? budgetSpent(retryAfter, scope.budgetScope) : refuse(code, { fields: { retryAfter } });
  return { kind: 'answer', reply };
}
