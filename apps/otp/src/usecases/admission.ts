import { Injectable } from '@nestjs/common';
import type { InitOtp, Reply, VerifyOtp } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { Keep } from '@paygate/platform';
import type { OtpAction } from '../domain/otp-action.js';
import { KeptAnswers } from '../kept-answers.js';
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
    { payload: command }: Received<InitOtp | VerifyOtp>,
    execute: (keep: Keep<Answer>) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return (await this.caps.refusal(action, command.caller)) ?? this.answers.once(action, command, execute);
  }
}
