import type {
  ApiKey,
  Attempt,
  BalanceTransaction,
  Delivery,
  Member,
  PaymentFailure,
  PaymentIntent,
  PaymentMethod,
  Payout,
  PayoutBatch,
  PayoutBatchRow,
  PayoutDestination,
  PayoutSchedule,
  Problem,
  Recovery,
  Refund,
  TimelineEntry,
  WebhookEndpoint,
} from '@paygate/api-types';

import type { ProblemText, RuleText } from './problems/problem-text.js';

/**
 * The values that the API document lists: words for any other value fail the build. A value that has no words yet is shown as it
 * is. Answers leave their enumerations open with `string & {}`, which is no listed value.
 */
type Listed<Value> = Value extends string ? (object extends Record<Value, 1> ? never : Value) : never;
type Words<Value> = Readonly<Partial<Record<Listed<Value>, string>>>;

/** Words for values of the API. */
export interface ApiWords {
  readonly problem: {
    readonly code: string;
    readonly request: string;
    readonly details: string;
    readonly support: string;
    readonly noAnswer: string;
    readonly refused: string;
    /** Several parameters are wrong. */
    readonly several: string;
    readonly codes: Readonly<Partial<Record<Problem['code'], ProblemText>>>;
    /** Texts for the rules of one parameter. */
    readonly rules: readonly RuleText[];
  };
  readonly intentStatus: Words<PaymentIntent['status']>;
  readonly methodType: Words<PaymentMethod['type']>;
  readonly operator: Words<PaymentMethod['operator']>;
  readonly failure: Words<PaymentFailure['code']>;
  readonly nextStep: Words<PaymentFailure['nextStep']>;
  readonly deliveryStatus: Words<Delivery['status']>;
  readonly attemptError: Words<Attempt['error']>;
  readonly endpointStatus: Words<WebhookEndpoint['status']>;
  readonly disabledReason: Words<WebhookEndpoint['disabledReason']>;
  readonly circuitState: Words<WebhookEndpoint['circuit']['state']>;
  readonly recoveryStatus: Words<Recovery['status']>;
  readonly keyType: Words<ApiKey['type']>;
  readonly scope: Words<ApiKey['scopes'][number]>;
  readonly role: Words<Member['role']>;
  readonly memberStatus: Words<Member['status']>;
}

/** Words for refunds. */
export interface RefundWords {
  readonly statuses: Words<Refund['status']>;
  readonly transmissions: Words<Refund['transmission']>;
}

/** Words for payouts. */
export interface PayoutWords {
  readonly statuses: Words<Payout['status']>;
  readonly sources: Words<Payout['source']>;
  readonly destinations: Words<PayoutDestination['status']>;
  readonly frequencies: Words<PayoutSchedule['frequency']>;
  readonly failures: Words<NonNullable<Payout['failure']>['code']>;
}

/** Words for batches of payouts. */
export interface BatchWords {
  readonly statuses: Words<PayoutBatch['status']>;
  readonly nameChecks: Words<PayoutBatchRow['nameCheck']>;
  readonly faults: Words<PayoutBatchRow['faults'][number]>;
  readonly warnings: Words<PayoutBatchRow['warnings'][number]>;
}

/** Words for movements of the balance. */
export interface BalanceWords {
  readonly types: Words<BalanceTransaction['type']>;
  readonly methods: Words<BalanceTransaction['method']>;
}

/** Words for the entries of a timeline. */
export type TimelineWords = Words<TimelineEntry['type']>;

/** The words for a value; without any, the value itself or what is given instead. */
export function wordFor(words: Readonly<Partial<Record<string, string>>>, value: string, instead = value): string {
  return Object.hasOwn(words, value) ? (words[value] ?? instead) : instead;
}
