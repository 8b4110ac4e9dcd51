import { Injectable } from '@nestjs/common';
import type { InitOtpCommand, IntentFacts, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { parseAmount } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import { codeSubject, codeText } from '../../messages/texts/code-text.js';
import type { Message } from '../../messages/sending/send-job.js';
import type { Challenge } from '../challenges/challenge.js';
import { isOf } from '../challenges/challenge.js';
import type { ChallengeScope } from '../challenges/challenge-scope.js';
import type { BoundPayment } from '../challenges/decisions/decisions.repository.js';
import { ChallengesRepository } from '../challenges/challenges.repository.js';
import type { CodeRequest } from '../challenges/code-request.js';
import { PaymentFacts } from './payment-facts.js';
import type { OfUser } from '../challenges/scopes.js';
import { Scopes } from '../challenges/scopes.js';

/** Completes requests for codes of payments with what other services know. */
@Injectable()
export class PaymentCodeRequests {
  constructor(
    private readonly config: OtpConfig,
    private readonly challenges: ChallengesRepository,
    private readonly scopes: Scopes,
    private readonly facts: PaymentFacts,
  ) {}

  async of(command: OfUser<InitOtpCommand>, message: Received<InitOtpCommand>): Promise<Reply<CodeRequest>> {
    const { otpId: challengeId, channel, userId } = command;
    const named = challengeId === undefined ? undefined : await this.#named(challengeId, command);
    const intentId = command.intentionId ?? named?.intentId ?? null;
    const [known, destination] = await Promise.all([
      intentId === null ? accept(null) : this.facts.intent(command, intentId, message),
      this.facts.destination(command, message),
    ]);
    if (!known.ok) return known;
    if (!destination.ok) return destination;
    const intent = known.data?.intent ?? null;
    const payerId = intent?.userId ?? null;
    const payment = intent && { intentId: intent.intentId, payerId };
    const mayConfirm = payerId === null || payerId === userId;
    const bound = boundPayment(intent);
    return accept({
      ...{ scope: inScopeOf(named, this.scopes.ofPayment(command, payment)), challengeId, payment: bound, channel },
      // for a user who may not confirm this intent all that can be seen is the same, and nothing is sent
      ...{ to: mayConfirm ? destination.data.to : undefined, carriesCode: true },
      write: (code: string) => this.#write(command, bound, code),
      recheck: known.data?.recheck,
      ...{ destination: destination.data.shown, requestId: message.requestId, causationId: message.id },
    });
  }

  /** The challenge of this user that a caller names. */
  async #named(challengeId: string, command: OfUser<InitOtpCommand>): Promise<Challenge | undefined> {
    const challenge = await this.challenges.find(challengeId);
    const scope = this.scopes.ofPayment(command, null);
    return challenge !== undefined && isOf(challenge, scope) ? challenge : undefined;
  }

  #write(
    { channel, merchantName, language = this.config.OTP_LANGUAGE }: InitOtpCommand,
    payment: BoundPayment | null,
    code: string,
  ): Omit<Message, 'to'> {
    const validMinutes = Math.floor(this.config.OTP_CODE_TTL_SECONDS / 60);
    const text = codeText(language, { purpose: 'payment', code, payment, merchantName, validMinutes });
    return channel === 'email' ? { text, subject: codeSubject(language) } : { text };
  }
}

/** A caller that supplies the unguessable id of a challenge acts as the caller who began it. */
function inScopeOf(named: Challenge | undefined, scope: ChallengeScope): ChallengeScope {
  if (scope.trusted || named?.intentId !== scope.intentId) return scope;
  const { trusted, budgetScope } = named;
  return { ...scope, trusted, budgetScope };
}

function boundPayment(intent: IntentFacts | null): BoundPayment | null {
  return intent && { amount: parseAmount(intent.amount), currency: intent.currency };
}
