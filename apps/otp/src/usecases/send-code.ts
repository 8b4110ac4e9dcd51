import { Injectable } from '@nestjs/common';
import type { OtpInitiated, Refusal, Reply } from '@paygate/contracts';
import { accept, otpSent, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { keepNothing, newId } from '@paygate/platform';
import { ChallengesRepository } from '../challenges.repository.js';
import type { CodeRequest } from '../code-request.js';
import { OtpConfig } from '../config.js';
import type { Uses } from '../domain/budget.js';
import { withUse } from '../domain/budget.js';
import type { Challenge, SendPlan, SendTerms, UserBudget } from '../domain/challenge.js';
import { isOpen, planSend, shownTerms, termsOfSend } from '../domain/challenge.js';
import type { OtpLimits } from '../domain/limits.js';
import { limitsOf } from '../limits.js';
import { budgetSpent, otpInitiated, otpProgress } from '../otp.view.js';
import { OutgoingCodes } from '../outgoing-codes.js';
import type { Scope } from '../scope.js';
import { holdsPayment } from '../scope.js';
import type { SendJob } from '../sending/send-job.js';

export interface CodeSent {
  readonly reply: Reply<OtpInitiated>;
  /** The message to hand over now that it is committed. */
  readonly job?: SendJob | undefined;
}

interface Sending {
  readonly request: CodeRequest;
  readonly budget: UserBudget;
  readonly keep: Keep<OtpInitiated>;
}

/**
 * Decides in one transaction whether a code is sent, and records it with its message. Whoever names the challenge, or
 * holds the payment it is for, gets its next code, which replaces the one before; anyone else may be a stranger and gets a
 * challenge of its own. Of a user who does not exist everything is alike, except that the message goes to nobody.
 */
@Injectable()
export class SendCode {
  readonly #limits: OtpLimits;

  constructor(
    config: OtpConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly challenges: ChallengesRepository,
    private readonly outgoing: OutgoingCodes,
  ) {
    this.#limits = limitsOf(config);
  }

  execute(request: CodeRequest, keep: Keep<OtpInitiated> = keepNothing): Promise<CodeSent> {
    const { requestId, commandId } = request;
    return this.unitOfWork.run((tx) => this.#decide(tx, request, keep), { requestId, causationId: commandId });
  }

  async #decide(tx: Transaction, request: CodeRequest, keep: Keep<OtpInitiated>): Promise<CodeSent> {
    const { scope, commandId } = request;
    const budget = await this.challenges.holdBudget(tx, scope);
    const named = await this.#named(tx, request, budget);
    const known = named ?? (await this.challenges.sentBy(tx, commandId, scope));
    const challenge = known ?? (await this.challenges.newestUnexpired(tx, scope));
    const wish = { commandId, named: named !== undefined || holdsPayment(scope), challenge };
    const plan = planSend(wish, budget, this.#limits);
    switch (plan.kind) {
      case 'refuse':
        return { reply: refusalOf(plan, scope) };
      case 'replay':
        return { reply: { ...this.#reply(plan.challenge, request, budget.sent), replayed: true } };
      case 'new':
      case 'resend':
        return this.#send(tx, plan, { request, budget, keep });
    }
  }

  /** The challenge that the caller names, unless it is closed: then the caller wants a new one. */
  async #named(tx: Transaction, request: CodeRequest, { now }: UserBudget): Promise<Challenge | undefined> {
    const { otpId } = request.command;
    if (otpId === undefined) return undefined;
    const challenge = await this.challenges.named(tx, otpId, request.scope);
    if (challenge === undefined || challenge.sentBy === request.commandId) return challenge;
    return isOpen(challenge, now, this.#limits) ? challenge : undefined;
  }

  async #send(
    tx: Transaction,
    plan: Extract<SendPlan, { kind: 'new' | 'resend' }>,
    { request, budget, keep }: Sending,
  ): Promise<CodeSent> {
    const { scope, payment, command, commandId } = request;
    const { sends } = plan;
    const challengeId = plan.kind === 'resend' ? plan.challenge.id : newId('otpChallenge');
    const { codeHash, job } = this.outgoing.make(challengeId, request);
    const terms = termsOfSend(sends, budget.now, this.#limits);
    const code = { challengeId, scope, payment, channel: command.channel, codeHash, sends, commandId, terms, job };
    await this.challenges.recordCode(tx, { ...code, sentAt: budget.now });
    // a user who does not exist makes the event too: the intent's status must not tell them apart
    if (scope.intentId !== null) tx.emit(otpSent, otpProgress(challengeId, scope.intentId, scope, budget.now));
    const reply = this.#reply({ id: challengeId, ...terms }, request, withUse(budget.sent, budget.now));
    await keep(tx, reply.data);
    return { reply, job };
  }

  #reply(challenge: SendTerms & { readonly id: string }, request: CodeRequest, sent: Uses) {
    const shown = shownTerms(challenge, sent, this.#limits);
    return accept(otpInitiated(challenge.id, request.command, this.outgoing.shownDestination(request), shown));
  }
}

function refusalOf({ code, retryAfterSeconds }: Extract<SendPlan, { kind: 'refuse' }>, scope: Scope): Refusal {
  return code === 'otp_budget_spent'
    ? budgetSpent(retryAfterSeconds, scope)
    : refuse(code, { fields: { retryAfter: retryAfterSeconds } });
}
