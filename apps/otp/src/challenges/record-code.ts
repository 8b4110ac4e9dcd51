import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import { MessageSender } from '../sending/message-sender.js';
import type { SendJob } from '../sending/send-job.js';
import { NOBODY } from '../sending/send-job.js';
import { inboxOf } from '../sending/test-messages.repository.js';
import type { CodeRequest } from './code-request.js';
import { Codes } from './codes.js';
import type { DecidedSend } from './decide-send.js';
import type { Effect } from './decisions.repository.js';
import { DecisionsRepository } from './decisions.repository.js';

/** Mints a code and records its hash, its message and its use of the budget. */
@Injectable()
export class RecordCode {
  constructor(
    private readonly codes: Codes,
    private readonly decisions: DecisionsRepository,
    private readonly sender: MessageSender,
  ) {}

  /**
   * The message to hand over; undefined when the challenge id is another one's. For a user or a phone number that gets no code the
   * steps are the same: the message has no recipient, and no code has the stored hash.
   */
  async record(
    tx: Transaction,
    request: CodeRequest,
    { challengeId, sentAt, sends, terms }: DecidedSend,
    effect: Effect,
  ): Promise<SendJob | undefined> {
    const { scope, payment, channel, to, carriesCode } = request;
    const code = this.codes.mint();
    const hash = this.codes.hashOf(challengeId, code);
    const codeHash = carriesCode && to !== undefined ? hash : this.codes.hashOfNoCode();
    const route = { id: uuidV7(), challengeId, mode: scope.mode, channel };
    const shownCode = carriesCode ? { code } : {};
    const job = this.sender.jobOf(route, { to: to ?? NOBODY, ...request.write(code), ...shownCode });
    // a code that opens the account of a user is not for the merchant, who has not made the account
    const inbox = scope.purpose === 'payment' ? inboxOf(scope) : null;
    const stored = { challengeId, scope, payment, channel, codeHash, sends, sentAt, terms, job, inboxOf: inbox };
    return (await this.decisions.record(tx, { ...stored, ...effect })) ? job : undefined;
  }
}
