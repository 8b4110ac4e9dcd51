import { Injectable } from '@nestjs/common';
import { otpSent } from '@paygate/contracts';
import type { OutboxEntry } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import { OtpConfig } from '../../config.js';
import { MessageSender } from '../../messages/sending/message-sender.js';
import { NOBODY } from '../../messages/sending/send-job.js';
import { inboxOf } from '../../messages/sending/test-messages.repository.js';
import type { CodeRequest } from './code-request.js';
import { Codes } from './codes.js';
import type { DecidedSend } from './decide-send.js';
import type { CodeToSend, Effect } from './decisions/decisions.repository.js';

/** Mints a code and gives what is recorded of it: its hash, its message and its event. */
@Injectable()
export class RecordCode {
  constructor(
    private readonly codes: Codes,
    private readonly sender: MessageSender,
    private readonly config: OtpConfig,
  ) {}

  /**
   * The stored form of a code. For a user or a phone number that gets no code the steps are the same: the message has no recipient, and
   * no code has the stored hash.
   */
  codeOf(request: CodeRequest, send: DecidedSend, effect: Effect): CodeToSend {
    const { scope, payment, channel, to, carriesCode } = request;
    const { challengeId } = send;
    const code = this.codes.mint();
    const hash = this.codes.hashOf(challengeId, code);
    const codeHash = carriesCode && to !== undefined ? hash : this.codes.hashOfNoCode();
    const route = { id: uuidV7(), challengeId, mode: scope.mode, channel };
    const shownCode = carriesCode ? { code } : {};
    const job = this.sender.jobOf(route, { to: to ?? NOBODY, ...request.write(code), ...shownCode });
    // a code that opens the account of a user is not for the merchant, who has not made the account
    const inbox = scope.purpose === 'payment' ? inboxOf(scope) : null;
    const event = this.#eventOf(request, send);
    return { kind: 'send', scope, payment, codeHash, ...send, job, inboxOf: inbox, event, ...effect };
  }

  /** Published for a user who does not exist too: the intent's status must not distinguish the two. */
  #eventOf(
    { scope: { intentId, merchantId, mode }, requestId, causationId }: CodeRequest,
    { challengeId: otpId, sentAt, terms }: DecidedSend,
  ): OutboxEntry | undefined {
    if (intentId === null) return undefined;
    const validUntil = new Date(terms.expiresAt.getTime() + this.config.OTP_TOKEN_TTL_SECONDS * 1_000).toISOString();
    const payload = { otpId, intentId, merchantId, mode, occurredAt: sentAt.toISOString(), validUntil };
    return { requestId, causationId, contract: otpSent, payload };
  }
}
