import { Injectable } from '@nestjs/common';
import type { InitOtp, Reply, VerifyOtp } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { LockTimedOut } from '@paygate/platform';
import type { OtpAction } from '../domain/otp-action.js';
import type { Keep } from '../kept-answers.js';
import { KeptAnswers, KeyTaken } from '../kept-answers.js';
import { SourceCaps } from '../source-caps.js';

/** What stands before every command, whatever it asks for: how often its source has asked, and whether it asks again. */
@Injectable()
export class Admission {
  constructor(
    private readonly caps: SourceCaps,
    private readonly answers: KeptAnswers,
  ) {}

  /**
   * The refusal of a source that has asked too often, the answer that the same idempotency key got before, or what
   * `execute` answers and keeps.
   */
  async admit<Answer>(
    action: OtpAction,
    command: InitOtp | VerifyOtp,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const tooMany = await this.caps.refusal(action, command.caller);
    if (tooMany !== undefined) return tooMany;
    if (command.idempotency === undefined) return execute(this.answers.keeper(action, command));
    const earlier = await this.answers.earlier<Answer>(action, command);
    if (earlier !== undefined) return earlier;
    const reply = await this.#executed(action, command, execute);
    if (reply.ok) return reply;
    // of two that came together, the second finds that what it asks for was just done
    return (await this.answers.earlier<Answer>(action, command)) ?? reply;
  }

  async #executed<Answer>(
    action: OtpAction,
    command: InitOtp | VerifyOtp,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    try {
      return await execute(this.answers.keeper(action, command));
    } catch (error) {
      if (error instanceof KeyTaken || error instanceof LockTimedOut) return refuse('idempotency_key_in_use');
      throw error;
    }
  }
}
