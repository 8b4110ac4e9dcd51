import { Injectable } from '@nestjs/common';
import type { OtpVerified, Reply, VerifyOtp as VerifyOtpCommand } from '@paygate/contracts';
import { accept, otpVerified, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { keepNothing, uuidV7 } from '@paygate/platform';
import { AuthorizationTokens } from '../authorization-tokens.js';
import type { ConsumedChallenge, CountedChallenge } from '../checks.repository.js';
import { ChecksRepository } from '../checks.repository.js';
import { requireFirstGuess, unlessGuessedBefore } from '../first-guess.js';
import { Guesses, refusalOf } from '../guesses.js';
import { otpProgress } from '../otp.view.js';
import type { Scope } from '../scope.js';

/**
 * Counts a check, compares, and consumes, in one transaction that holds the user's budgets: of however many right guesses
 * one gets a token, and none is refused before that one has its own. A wrong, expired or used code and one for a user who
 * does not exist take the same steps and get the same answer.
 */
@Injectable()
export class VerifyOtp {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly guesses: Guesses,
    private readonly checks: ChecksRepository,
    private readonly tokens: AuthorizationTokens,
  ) {}

  async execute(
    command: VerifyOtpCommand,
    message: Received<VerifyOtpCommand>,
    keep: Keep<OtpVerified> = keepNothing,
  ): Promise<Reply<OtpVerified>> {
    const reply = await this.#judged(command, message, keep);
    if (reply.ok) return reply;
    // a command that comes again finds its code consumed by itself
    const request = this.guesses.requestOf(command);
    const consumedBefore = await this.checks.consumedBy(request, message.id);
    if (consumedBefore === undefined) return reply;
    return { ...accept(await this.tokens.issue(request.scope, consumedBefore)), replayed: true };
  }

  async #judged(
    command: VerifyOtpCommand,
    message: Received<VerifyOtpCommand>,
    keep: Keep<OtpVerified>,
  ): Promise<Reply<OtpVerified>> {
    const work = (tx: Transaction) => this.#judge(tx, { command, message, keep });
    const transaction = this.unitOfWork.run(work, { requestId: message.requestId, causationId: message.id });
    return (await unlessGuessedBefore(transaction)) ?? refuse('otp_invalid');
  }

  async #judge(
    tx: Transaction,
    of: {
      readonly command: VerifyOtpCommand;
      readonly message: Received<VerifyOtpCommand>;
      readonly keep: Keep<OtpVerified>;
    },
  ): Promise<Reply<OtpVerified>> {
    const guess = await this.guesses.make(tx, of.command);
    const { scope, check, opened } = guess;
    if (check.challenge === undefined) return refusalOf(guess);
    await requireFirstGuess(tx, of.message);
    if (opened === undefined) return refusalOf(guess);
    const consumed = await this.#consume(tx, { scope, opened, commandId: of.message.id });
    const verified = await this.tokens.issue(scope, consumed, tx);
    await of.keep(tx, verified);
    return accept(verified);
  }

  async #consume(
    tx: Transaction,
    of: { readonly scope: Scope; readonly opened: CountedChallenge; readonly commandId: string },
  ): Promise<ConsumedChallenge> {
    const { scope, opened, commandId } = of;
    const consumed = await this.checks.consume(tx, opened.id, { commandId, tokenId: uuidV7() });
    await this.checks.restoreBudget(tx, scope, opened);
    const { id, intentId, consumedAt } = consumed;
    if (intentId !== null) tx.emit(otpVerified, otpProgress(id, intentId, scope, consumedAt));
    return consumed;
  }
}
