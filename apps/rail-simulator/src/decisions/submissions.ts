import { Injectable } from '@nestjs/common';
import { eventually } from '@paygate/platform';
import { CallbackSender } from '../callbacks/callback-sender.js';
import type { WireAnswer } from '../wire/exchange.js';
import { Agenda } from './agenda.js';
import { Decisions } from './decisions.js';
import type { PaymentRequest } from '../payments/payment.js';
import { PaymentsRepository } from '../payments/payments.repository.js';
import type { KeyedScenario } from '../payments/scenario-book.js';
import type { Dialect } from './submit-faults.js';
import { faultAfter, faultBefore } from './submit-faults.js';

/** A submission, and how its rail answers. */
export interface Submission extends KeyedScenario {
  readonly asked: PaymentRequest;
  readonly dialect: Dialect;
  readonly revokeToken: () => Promise<void>;
  readonly accepted: () => Promise<WireAnswer>;
  /** The reference is taken. */
  readonly repeated: () => Promise<WireAnswer>;
}

/** Begins payments, and spoils the answer where the scenario says so. */
@Injectable()
export class Submissions {
  constructor(
    private readonly payments: PaymentsRepository,
    private readonly decisions: Decisions,
    private readonly sender: CallbackSender,
    private readonly agenda: Agenda,
  ) {}

  async submit(submission: Submission): Promise<WireAnswer> {
    const refusal = await this.#refusal(submission);
    if (refusal !== undefined) return refusal;
    const begun = await this.decisions.begin(submission.asked, submission);
    this.agenda.wake();
    if (!begun) return submission.repeated();
    return this.#answer(submission);
  }

  async #refusal({ asked, scenario, dialect, revokeToken }: Submission): Promise<WireAnswer | undefined> {
    if (scenario.submit === undefined) return undefined;
    const attempt = await this.payments.attempt(asked.rail, asked.reference);
    const answer = faultBefore(scenario.submit, attempt, dialect);
    if (answer !== undefined && scenario.submit === 'token_revoked') await revokeToken();
    return answer;
  }

  async #answer({ asked, scenario, accepted, repeated }: Submission): Promise<WireAnswer> {
    if (scenario.submit === undefined) return accepted();
    if (scenario.submit === 'conflict_after') return repeated();
    if (scenario.submit === 'callback_first')
      await eventually(() => this.sender.isDone(asked.rail, asked.reference)).catch(() => undefined);
    return faultAfter(scenario.submit) ?? accepted();
  }
}
