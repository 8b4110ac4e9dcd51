import type { Verdict } from './payment.js';

/** The fault of the answer to a submission. `…_before` and the temporary refusals leave nothing behind. */
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

/** The fault of the answers to status queries. */
export type QueryFault =
  'oversized_once' | 'not_found_three_times' | 'unknown_status' | 'contradiction' | 'late_success';

/** The callbacks that a decision sends. */
export type CallbackPlan = 'one' | 'none' | 'forged_then_twice' | 'contradicting' | 'late_success';

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
  readonly takenBack?: TakesBack;
}

/** The part of a succeeded payment that the operator takes back; its statement alone has it. */
export interface TakesBack {
  /** From the success to the reversal, by the operators' clock. */
  readonly afterSeconds: number;
  /** The whole is divided by it, rounded up. */
  readonly divisor: bigint;
  /** From the reversal until the payer pays it again; absent when they do not. */
  readonly repaidAfterSeconds?: number;
}

const PROMPT_SECONDS = 0.3;
const DAY_SECONDS = 86_400;

/** A scenario that decides soon and sends one callback, unless it says otherwise. */
export function scenario(meaning: string, verdict?: Verdict, more: Partial<Scenario> = {}): Scenario {
  const given = verdict === undefined ? {} : { verdict };
  return { meaning, afterSeconds: PROMPT_SECONDS, callbacks: 'one', ...given, ...more };
}

/** The outcome of a payment by the last two digits of the payer's number. A number that is not listed has no account. */
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
  '30': scenario('is debited, then the connection is reset; no callback', 'approved', {
    ...{ afterSeconds: 0, callbacks: 'none', submit: 'reset_after' },
  }),
  '31': scenario('the first connection is reset before anything is processed; the next attempt succeeds', 'approved', {
    submit: 'reset_before',
  }),
  '32': scenario('succeeds, although the operator answers 504', 'approved', { submit: 'gateway_timeout_after' }),
  '33': scenario('the first attempt answers 500 and is not processed; the next succeeds', 'approved', {
    submit: 'error_before',
  }),
  '34': scenario(
    'is processed, but the answer is a page, and the first status answer is 300 KiB; succeeds',
    'approved',
    {
      ...{ submit: 'html_after', query: 'oversized_once' },
    },
  ),
  '35': scenario('three status queries answer 404, then it succeeds', 'approved', { query: 'not_found_three_times' }),
  '36': scenario('the first attempt is processed and answered as a duplicate; succeeds', 'approved', {
    submit: 'conflict_after',
  }),
  '37': scenario('the first attempt revokes the access token; the next succeeds', 'approved', {
    submit: 'token_revoked',
  }),
  '38': scenario('429 for 10 s, then it succeeds', 'approved', { submit: 'too_many_requests' }),
  '39': scenario('503 for 60 s, then it succeeds', 'approved', { submit: 'unavailable' }),
  '40': scenario('succeeds, and the callback comes before the answer', 'approved', {
    ...{ afterSeconds: 0, submit: 'callback_first' },
  }),
  '41': scenario('a forged callback reports a failure, then it succeeds and the callback comes twice', 'approved', {
    ...{ afterSeconds: 1, callbacks: 'forged_then_twice' },
  }),
  '42': scenario('100 francs more than asked for are debited and reported', 'approved', { surplus: 100n }),
  '43': scenario('succeeds, and 3 s later a callback and the status report a failure; the money stays', 'approved', {
    ...{ callbacks: 'contradicting', query: 'contradiction' },
  }),
  '44': scenario('reports a status that is not documented, for ever', undefined, { query: 'unknown_status' }),
  '50': scenario('succeeds; its refund succeeds after 25 s', 'approved'),
  '51': scenario('succeeds; its refund fails', 'approved'),
  '52': scenario('succeeds; its refund is processed, but the connection is reset', 'approved'),
  '70': scenario('succeeds; its line on the statement has 100 francs more', 'approved'),
  '71': scenario('succeeds; its line is missing on the statement, or there twice where the amount is odd', 'approved'),
  '80': scenario('succeeds, and is reversed at once', 'approved', { takenBack: { afterSeconds: 1, divisor: 1n } }),
  '81': scenario('succeeds, and is reversed a day later', 'approved', {
    takenBack: { afterSeconds: DAY_SECONDS, divisor: 1n },
  }),
  '82': scenario('succeeds, and half of it is reversed at once', 'approved', {
    takenBack: { afterSeconds: 1, divisor: 2n },
  }),
  '83': scenario('succeeds, is reversed at once, and is paid again 10 s later', 'approved', {
    takenBack: { afterSeconds: 1, divisor: 1n, repaidAfterSeconds: 10 },
  }),
  '84': scenario('succeeds, but a callback and the status report a failure until a minute later', 'approved', {
    ...{ callbacks: 'late_success', query: 'late_success' },
  }),
};

/** The last two digits of a number. */
export function scenarioKey(msisdn: string): string {
  return msisdn.slice(-2);
}
