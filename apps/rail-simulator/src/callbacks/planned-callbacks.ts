import { Inject, Injectable } from '@nestjs/common';
import { FaultDials } from '../faults/fault-dials.js';
import type { Payment, Rail } from '../payments/payment.js';
import { contradicted, CONTRADICTION_SECONDS, LATE_SUCCESS_SECONDS } from '../payments/reported.js';
import { scenarioOf } from '../payments/scenario-of.js';
import type { Callback } from './callback.js';

/** The callback about a payment in the form of its rail; undefined when the rail sends none about it. */
export type CallbackForm = (payment: Payment) => Pick<Callback, 'method' | 'url' | 'body'> | undefined;

/** Injects the form of each rail. */
export const CALLBACK_FORMS = Symbol('callback forms');

const SECOND_CALLBACK_SECONDS = 0.3;

/** The callbacks that a payment's scenario plans, as random faults leave them. */
@Injectable()
export class PlannedCallbacks {
  constructor(
    @Inject(CALLBACK_FORMS) private readonly forms: Readonly<Record<Rail, CallbackForm>>,
    private readonly dials: FaultDials,
  ) {}

  /** A forged callback when a payment has begun, which says that it failed. */
  onSubmission(payment: Payment): readonly Callback[] {
    return scenarioOf(payment)?.callbacks === 'forged_then_twice' ? this.#forgery(payment) : [];
  }

  /** The operator's callback when a payment is decided. */
  async onDecision(payment: Payment): Promise<readonly Callback[]> {
    const planned = this.#ofScenario(payment);
    const forged = (await this.dials.strikes('forged_callback')) ? this.#forgery(payment) : [];
    if (await this.dials.strikes('lost_callback')) return forged;
    return (await this.dials.strikes('duplicate_callback'))
      ? [...forged, ...planned, ...planned]
      : [...forged, ...planned];
  }

  #ofScenario(payment: Payment): readonly Callback[] {
    const once = this.#callback(payment);
    switch (scenarioOf(payment)?.callbacks ?? 'one') {
      case 'none':
        return [];
      case 'one':
        return once;
      case 'forged_then_twice':
        return [...once, ...this.#callback(payment, { afterSeconds: SECOND_CALLBACK_SECONDS })];
      case 'contradicting':
        return [...once, ...this.#callback(contradicted(payment), { afterSeconds: CONTRADICTION_SECONDS })];
      case 'late_success':
        return [...this.#callback(contradicted(payment)), ...this.#lateSuccess(payment)];
    }
  }

  /** The callback of the time at which the operator no longer reports a failure. */
  #lateSuccess(payment: Payment): readonly Callback[] {
    return this.#callback({ ...payment, decided_for: LATE_SUCCESS_SECONDS }, { afterSeconds: LATE_SUCCESS_SECONDS });
  }

  /** A callback that claims the opposite of the truth; of a pending payment, that it failed. */
  #forgery(payment: Payment): readonly Callback[] {
    const claimed: Pick<Payment, 'state' | 'reason'> =
      payment.state === 'failed' ? { state: 'succeeded', reason: null } : { state: 'failed', reason: 'rejected' };
    return this.#callback({ ...payment, ...claimed }, { genuine: false });
  }

  #callback(
    payment: Payment,
    { afterSeconds = 0, genuine = true }: Partial<Pick<Callback, 'afterSeconds' | 'genuine'>> = {},
  ): readonly Callback[] {
    const given = this.forms[payment.rail](payment);
    return given === undefined ? [] : [{ ...given, afterSeconds, genuine }];
  }
}
