import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { KeyedRequest } from '@paygate/platform';
import type { OtpAction } from '../budgets/source-caps.js';
import { MessageSender } from '../../messages/sending/message-sender.js';
import type { SendJob } from '../../messages/sending/send-job.js';
import type { CodeRequest } from './code-request.js';
import { DecideSend } from './decide-send.js';
import type { SentCode } from './otp-answers.js';
import { RecordCode } from './record-code.js';
import type { Decision } from './subject-batches.js';
import { SubjectBatches } from './subject-batches.js';
import type { SubjectState } from './subjects.repository.js';

/** The answer of a request, and the idempotency key that keeps it. */
export interface Answering<Answer extends object> {
  readonly keyed: KeyedRequest<OtpAction> | undefined;
  readonly answerOf: (sent: SentCode) => Answer;
}

interface Outcome<Answer> {
  /** Absent when the state of the payment has to be asked for first. */
  readonly reply?: Reply<Answer>;
  /** The message to hand over once it is committed. */
  readonly job?: SendJob;
}

/** Sends codes of all purposes. */
@Injectable()
export class SendCode {
  constructor(
    private readonly batches: SubjectBatches,
    private readonly decideSend: DecideSend,
    private readonly recordCode: RecordCode,
    private readonly sender: MessageSender,
  ) {}

  /** True when codes can be sent this way at all. */
  offers(mode: Mode, channel: OtpChannel): boolean {
    return this.sender.offers(mode, channel);
  }

  /** True when codes of payments reach somebody this way. */
  offersOfPayment(mode: Mode, channel: OtpChannel): boolean {
    return this.sender.offersOfPayment(mode, channel);
  }

  /** Answers without waiting for the provider that takes the message. Throws KeyTaken. */
  async send<Answer extends object>(request: CodeRequest, answering: Answering<Answer>): Promise<Reply<Answer>> {
    const { scope, challengeId, admit } = request;
    const query = { scope, challengeId, keyed: answering.keyed };
    const { reply, job } =
      admit === undefined
        ? await this.batches.decide<Answer, Outcome<Answer>>(query, (state) => this.#decide(state, request, answering))
        : await this.batches.decideAlone<Answer, Outcome<Answer>>(query, async (state, tx) => {
            const decision = this.#decide(state, request, answering);
            const refusal = decision.write && (await admit(tx));
            return refusal === undefined ? decision : { result: { reply: refusal } };
          });
    if (reply === undefined) {
      const refusal = await request.recheck?.();
      return refusal ?? this.send({ ...request, recheck: undefined }, answering);
    }
    if (job !== undefined) this.sender.dispatch(job);
    return reply;
  }

  #decide<Answer extends object>(
    state: SubjectState<Answer>,
    request: CodeRequest,
    { keyed, answerOf }: Answering<Answer>,
  ): Decision<Outcome<Answer>> {
    if (state.earlier !== undefined) return { result: { reply: state.earlier } };
    if (state.hadCode && request.recheck !== undefined) return { result: {} };
    const decision = this.decideSend.decide(request, state);
    if (decision.kind === 'refuse') return { result: { reply: decision.refusal } };
    const answer = answerOf(decision.sent);
    if (decision.kind === 'repeat') return { result: { reply: { ...accept(answer), replayed: true } } };
    const code = this.recordCode.codeOf(request, decision.send, { keyed, answer });
    return {
      result: { reply: accept(answer), job: code.job },
      write: code,
      // the id was made from an idempotency key, which now comes with another phone number
      unwritten: { reply: refuse('idempotency_key_reused') },
    };
  }
}
