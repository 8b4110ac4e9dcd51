import { Injectable } from '@nestjs/common';
import type { InitOtp, Reply, VerifyOtp } from '@paygate/contracts';
import { SourceCaps } from '../source-caps.js';
import type { SourceAction } from '../sources.repository.js';

/** What stands before every command, whatever it asks for: how often its source has asked. */
@Injectable()
export class Admission {
  constructor(private readonly caps: SourceCaps) {}

  /** The refusal of a source that has asked too often; otherwise what `execute` answers. */
  async admit<Answer>(
    action: SourceAction,
    { caller }: InitOtp | VerifyOtp,
    execute: () => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return (await this.caps.refusal(action, caller)) ?? (await execute());
  }
}
