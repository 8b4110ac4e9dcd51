import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, Reply } from '@paygate/contracts';
import { accept, otpSent, refuse } from '@paygate/contracts';
import type { OutboxEntry, Transaction } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { MessageSender } from '../sending/message-sender.js';
import type { SendJob } from '../sending/send-job.js';
import type { CodeRequest } from './code-request.js';
import type { DecidedSend } from './decide-send.js';
import { DecideSend } from './decide-send.js';
import type { SentCode } from './otp-answers.js';
import { otpProgress } from './otp-answers.js';
import { RecordCode } from './record-code.js';
import type { SubjectState } from './subjects.repository.js';
import { SubjectsRepository } from './subjects.repository.js';

/** How a request is answered, and the idempotency key that keeps its answer. */
export interface Answering<Answer extends object> {
  readonly keyed: KeyedRequest<OtpAction> | undefined;
  readonly answerOf: (sent: SentCode) => Answer;
}

interface Outcome<Answer> {
  readonly reply: Reply<Answer>;
  /** The message to hand over once it is committed. */
  readonly job?: SendJob;
}

/** Sends codes of all purposes. */
@Injectable()
export class SendCode {
  constructor(
    private readonly subjects: SubjectsRepository,
    private readonly decideSend: DecideSend,
    private readonly recordCode: RecordCode,
    private readonly sender: MessageSender,
  ) {}

  /** True when codes can be sent this way at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.sender.offers(mode, channel);
  }

  /** Answers without waiting for the provider that takes the message. Throws KeyTaken. */
  async send<Answer extends object>(request: CodeRequest, answering: Answering<Answer>): Promise<Reply<Answer>> {
    const { scope, challengeId } = request;
    const { reply, job } = await this.subjects.locked<Answer, Outcome<Answer>>(
      { scope, challengeId, keyed: answering.keyed },
      (tx, state) => this.#decide(tx, state, request, answering),
    );
    if (job !== undefined) this.sender.dispatch(job);
    return reply;
  }

  async #decide<Answer extends object>(
    tx: Transaction,
    state: SubjectState<Answer>,
    request: CodeRequest,
    { keyed, answerOf }: Answering<Answer>,
  ): Promise<Outcome<Answer>> {
    if (state.earlier !== undefined) return { reply: state.earlier };
    const decision = this.decideSend.decide(request, state);
    if (decision.kind === 'refuse') return { reply: decision.refusal };
    const answer = answerOf(decision.sent);
    if (decision.kind === 'repeat') return { reply: { ...accept(answer), replayed: true } };
    const refusal = await request.admit?.(tx);
    if (refusal !== undefined) return { reply: refusal };
    const effect = { keyed, answer, events: eventsOf(request, decision.send) };
    const job = await this.recordCode.record(tx, request, decision.send, effect);
    // the id was made from an idempotency key, which now comes with another phone number
    return job === undefined ? { reply: refuse('idempotency_key_reused') } : { reply: accept(answer), job };
  }
}

/** Published for a user who does not exist too: the intent's status must not distinguish the two. */
function eventsOf(
  { scope, requestId, causationId }: CodeRequest,
  { challengeId, sentAt: at, terms }: DecidedSend,
): readonly OutboxEntry[] {
  if (scope.intentId === null) return [];
  const payload = otpProgress(challengeId, scope.intentId, scope, { at, until: terms.expiresAt });
  return [{ requestId, causationId, contract: otpSent, payload }];
}
