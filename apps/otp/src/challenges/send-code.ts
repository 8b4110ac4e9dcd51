import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, Reply } from '@paygate/contracts';
import { accept, otpSent, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { MessageSender } from '../sending/message-sender.js';
import type { SendJob } from '../sending/send-job.js';
import type { CodeRequest } from './code-request.js';
import { DecideSend } from './decide-send.js';
import type { SentCode } from './otp-answers.js';
import { otpProgress } from './otp-answers.js';
import { RecordCode } from './record-code.js';

/** Stores the answer of a request in the transaction that records its code. */
export type KeepSentCode = (tx: Transaction, sent: SentCode) => Promise<void>;

interface Outcome {
  readonly reply: Reply<SentCode>;
  /** The message to hand over once it is committed. */
  readonly job?: SendJob;
}

/** Sends codes of all purposes. */
@Injectable()
export class SendCode {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly decideSend: DecideSend,
    private readonly recordCode: RecordCode,
    private readonly sender: MessageSender,
  ) {}

  /** Whether codes can be sent this way at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.sender.offers(mode, channel);
  }

  /** Answers without waiting for the provider that takes the message. */
  async send(request: CodeRequest, keep?: KeepSentCode): Promise<Reply<SentCode>> {
    const { requestId, causationId } = request;
    const work = (tx: Transaction) => this.#decide(tx, request, keep);
    const { reply, job } = await this.unitOfWork.run(work, { requestId, causationId });
    if (job !== undefined) this.sender.dispatch(job);
    return reply;
  }

  async #decide(tx: Transaction, request: CodeRequest, keep?: KeepSentCode): Promise<Outcome> {
    const decision = await this.decideSend.decide(tx, request);
    if (decision.kind === 'answer') return decision;
    const { challengeId, sentAt, answer } = decision.send;
    const job = await this.recordCode.record(tx, request, decision.send);
    // the id was made from an idempotency key, which now comes with another phone number
    if (job === undefined) return { reply: refuse('idempotency_key_reused') };
    const { scope } = request;
    // emitted for a user who does not exist too: the intent's status must not distinguish the two
    if (scope.intentId !== null) tx.emit(otpSent, otpProgress(challengeId, scope.intentId, scope, sentAt));
    await keep?.(tx, answer);
    return { reply: accept(answer), job };
  }
}
