import { Injectable } from '@nestjs/common';
import type { OtpVerified, Reply, VerifyOtp as VerifyOtpCommand } from '@paygate/contracts';
import { accept, otpVerified } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import { keepNothing, uuidV7 } from '@paygate/platform';
import { AuthorizationTokens } from '../authorization-tokens.js';
import type { ConsumedChallenge } from '../checks.repository.js';
import { ChecksRepository } from '../checks.repository.js';
import type { Guess } from '../guesses.js';
import { Guesses } from '../guesses.js';
import { otpProgress } from '../otp.view.js';

/**
 * Counts a check, compares, and consumes: of however many right guesses, one gets a token. A wrong, expired or used code
 * and one for a user who does not exist take the same steps and get the same answer.
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
    const guess = await this.guesses.make(command);
    const verified = guess.opened === undefined ? undefined : await this.#consume(guess, message, keep);
    if (verified !== undefined) return accept(verified);
    // a command that comes again finds its code consumed by itself
    const consumedBefore = await this.checks.consumedBy(guess.scope, message.id);
    const refusal = await this.guesses.refusal(guess);
    if (consumedBefore === undefined) return refusal;
    return { ...accept(await this.tokens.issue(guess.scope, consumedBefore)), replayed: true };
  }

  /** Consumes the challenge and signs its token, or does neither. */
  #consume(
    guess: Guess,
    { id, requestId }: Received<unknown>,
    keep: Keep<OtpVerified>,
  ): Promise<OtpVerified | undefined> {
    const work = async (tx: Transaction): Promise<OtpVerified | undefined> => {
      const consumed = await this.#consumeIn(tx, guess, id);
      if (consumed === undefined) return undefined;
      const verified = await this.tokens.issue(guess.scope, consumed, tx);
      await keep(tx, verified, consumed.checks - 1);
      return verified;
    };
    return this.unitOfWork.run(work, { requestId, causationId: id });
  }

  async #consumeIn(tx: Transaction, guess: Guess, commandId: string): Promise<ConsumedChallenge | undefined> {
    const { scope, opened } = guess;
    if (opened === undefined) return undefined;
    const consumed = await this.checks.consume(tx, opened, { scope, commandId, tokenId: uuidV7() });
    if (consumed === undefined) return undefined;
    await this.checks.restoreBudget(tx, scope, opened);
    const { id, intentId, consumedAt } = consumed;
    if (intentId !== null) tx.emit(otpVerified, otpProgress(id, intentId, scope, consumedAt));
    return consumed;
  }
}
