import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import { BudgetsRepository } from '../budgets/budgets.repository.js';
import { MessageSender } from '../sending/message-sender.js';
import type { SendJob } from '../sending/send-job.js';
import { NOBODY } from '../sending/send-job.js';
import { ChallengesRepository } from './challenges.repository.js';
import type { CodeRequest } from './code-request.js';
import { Codes } from './codes.js';
import type { DecidedSend } from './decide-send.js';

/** Mints a code and records its hash, its message and its use of the budget. */
@Injectable()
export class RecordCode {
  constructor(
    private readonly codes: Codes,
    private readonly challenges: ChallengesRepository,
    private readonly budgets: BudgetsRepository,
    private readonly sender: MessageSender,
  ) {}

  /**
   * Undefined when the challenge id is another one's. For a user or a phone number that gets no code the steps are the
   * same: the message has no recipient, and no code has the stored hash.
   */
  async record(tx: DatabaseTransaction, request: CodeRequest, send: DecidedSend): Promise<SendJob | undefined> {
    const { scope, payment, channel, to, carriesCode } = request;
    const { challengeId, sentAt, sends, terms } = send;
    const code = this.codes.mint();
    const id = uuidV7();
    const hash = this.codes.hashOf(challengeId, code);
    const codeHash = carriesCode && to !== undefined ? hash : this.codes.hashOfNoCode();
    const stored = { challengeId, scope, payment, channel, codeHash, sends, sendId: id, sentAt, terms };
    if (!(await this.challenges.record(tx, stored))) return undefined;
    await this.budgets.charge(tx, 'send', { id, caller: scope, at: sentAt });
    const message = { to: to ?? NOBODY, ...request.write(code) };
    return this.sender.record(tx, { id, challengeId, mode: scope.mode, channel }, message, terms.expiresAt);
  }
}
