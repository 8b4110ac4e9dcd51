import type { Verdict } from './payment.js';

/** How the answer to a submission goes wrong. `…_before` and the temporary refusals leave nothing behind. */
export type SubmitFault =
  | 'reset_after'
  | 'reset_before'
  | 'gateway_timeout_after'
  | 'error_before'
  | 'html_after'
  | 'conflict_after'
  | 'token_revoked'
  | 'too_many_requests'
  | 'unavailable'
  | 'callback_first';

/** How the answers to status queries go wrong. */
export type QueryFault = 'oversized_once' | 'not_found_three_times' | 'unknown_status' | 'contradiction';

/** Which callbacks a decision sends. */
export type CallbackPlan = 'one' | 'none' | 'forged_then_twice' | 'contradicting';

export interface Scenario {
  readonly meaning: string;
  /** Absent: the payment stays pending until a person decides. */
  readonly verdict?: Verdict;
  /** From the submission to the decision. */
  readonly afterSeconds: number;
  readonly callbacks: CallbackPlan;
  readonly submit?: SubmitFault;
  readonly query?: QueryFault;
  /** Francs that the operator books more than it was asked for. */
  readonly surplus?: bigint;
}

const PROMPT_SECONDS = 0.3;

function scenario(meaning: string, verdict?: Verdict, more: Partial<Scenario> = {}): Scenario {
  const given = verdict === undefined ? {} : { verdict };
  return { meaning, afterSeconds: PROMPT_SECONDS, callbacks: 'one', ...given, ...more };
}

/** What happens to a payment, by the last two digits of the payer's number. A number that is not listed has no account. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  '01': scenario('succeeds', 'approved'),
  '02': scenario('succeeds after 25 s', 'approved', { afterSeconds: 25 }),
  '03': scenario('succeeds without a callback', 'approved', { callbacks: 'none' }),
  '04': scenario('stays pending until a person decides on the phone page'),
  '05': scenario('succeeds after 6 minutes, when a payer’s prompt has usually expired', 'approved', {
    afterSeconds: 360,
  }),
  '10': scenario('insufficient funds', 'insufficient_funds'),
  '11': scenario('the payer rejects it', 'rejected'),
  '12': scenario('the payer’s prompt expires', 'expired'),
  '13': scenario('the payer has no account', 'payer_not_found'),
  '14': scenario('the payer is at a limit', 'limit_reached'),
  '15': scenario('the payer’s account is inactive', 'payer_inactive'),
  '18': scenario('the operator could not perform it', 'not_performed'),
  '19': scenario('an internal error of the operator', 'internal_error'),
};

/** The last two digits of a number. */
export function scenarioKey(msisdn: string): string {
  return msisdn.slice(-2);
}
