import type { Currency, DecidedBy, DeclineCode, IntentStatus, MobileOperator, Mode } from '@paygate/contracts';
import type { NextAction, PaymentFailure, PaymentMethod } from '@paygate/contracts';
import type { Step, Verb } from './intent-status.js';
import { initialStatus, transitions } from './intent-status.js';
import { hasLapsed } from './intent-rules.js';

/** The part of an intent that never changes: a trigger refuses it. */
export interface Order {
  readonly id: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly description: string | null;
  /** JSON text, byte for byte. */
  readonly metadata: string;
  readonly reference: string | null;
  /** The only user who may pay, when set. */
  readonly userId: string | null;
  readonly returnUrl: string | null;
  readonly cancelUrl: string | null;
  readonly createdAt: Date;
  /** The time at which it lapses, unless `extendedUntil` is later. */
  readonly expiresAt: Date;
  /** The time up to which codes may extend it; null when they do not. */
  readonly extensibleUntil: Date | null;
  /** The number of further tries that a customer may begin after a decline. */
  readonly checkoutRetries: number;
  /** The first intent of the order, for a further try. */
  readonly retryOf: string | null;
  /** The payment link that it is a use of. */
  readonly linkId: string | null;
  /** The member or the key that created it, or its link; null where that is not known. */
  readonly actor: string | null;
  /** The till at which it was made; null without one. */
  readonly tillId: string | null;
}

/** The part of an intent that changes. */
export interface Progress {
  readonly status: IntentStatus;
  readonly nextAction: NextAction['type'] | null;
  /** The end of `nextAction`: the operator gives up waiting (`approve_on_phone`), or the outcome was due (`await_outcome`). */
  readonly nextActionUntil: Date | null;
  /** The time of the OTP step behind `nextAction`; older steps are ignored. */
  readonly otpProgressAt: Date | null;
  /** The time until which its codes hold it; null before the first, and when they do not. */
  readonly extendedUntil: Date | null;
  readonly chargeId: string | null;
  readonly chargeTokenId: string | null;
  readonly payerId: string | null;
  readonly paymentMethod: PaymentMethod['type'] | null;
  /** The operator that asks the payer of mobile money, and the phone. */
  readonly operator: MobileOperator | null;
  readonly phoneMasked: string | null;
  /** The index of the payments of a phone: an HMAC of charging. */
  readonly payerPhoneIndex: string | null;
  /** The phone as a customer of the merchant in the mode: an HMAC of charging, too. */
  readonly customerId: string | null;
  /** The index of the last digits of a phone at one merchant: an HMAC of charging. */
  readonly payerPhoneEnd: string | null;
  readonly chargedAt: Date | null;
  /** The operator's own number of the transaction; null until it is known. */
  readonly providerReference: string | null;
  /** The time at which charging is asked for the outcome, if it has not arrived. */
  readonly outcomeDueAt: Date | null;
  readonly fee: bigint | null;
  readonly net: bigint | null;
  readonly amountRefunded: bigint;
  /** What operators have taken back. */
  readonly amountReversed: bigint;
  /** The number of bookings and returns of reversals that `amountReversed` counts. */
  readonly reversalTurn: number;
  readonly failureCode: DeclineCode | null;
  readonly failureMessage: string | null;
  readonly failureNextStep: PaymentFailure['nextStep'] | null;
  /** The decider of the decline; null where it is not known. */
  readonly failureDecidedBy: DecidedBy | null;
  /** The id of the one terminal event. */
  readonly terminalEventId: string | null;
  /** Sequence number of the last event. */
  readonly eventSequence: number;
  readonly version: number;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
}

/** A payment intent. */
export interface Intent extends Order, Progress {}

/** The time of a change by the database's clock, and the id of its event. */
export interface Moment {
  readonly at: Date;
  readonly eventId: string;
}

/** A message contradicts the state of its intent: a fault of the system that a person has to look at. */
export class Contradiction extends Error {
  override readonly name = 'Contradiction';
}

const untouched: Omit<Progress, 'updatedAt'> = {
  status: initialStatus,
  nextAction: null,
  nextActionUntil: null,
  otpProgressAt: null,
  extendedUntil: null,
  chargeId: null,
  chargeTokenId: null,
  payerId: null,
  paymentMethod: null,
  operator: null,
  phoneMasked: null,
  payerPhoneIndex: null,
  customerId: null,
  payerPhoneEnd: null,
  chargedAt: null,
  providerReference: null,
  outcomeDueAt: null,
  fee: null,
  net: null,
  amountRefunded: 0n,
  amountReversed: 0n,
  reversalTurn: 0,
  failureCode: null,
  failureMessage: null,
  failureNextStep: null,
  failureDecidedBy: null,
  terminalEventId: null,
  eventSequence: 1,
  version: 1,
  completedAt: null,
};

/** A new intent of an order. */
export function placed(order: Order): Intent {
  return { ...order, ...untouched, updatedAt: order.createdAt };
}

/** The intent as it was when it was created: the answer to a repeated creation. */
export function asPlaced(intent: Intent): Intent {
  return { ...intent, ...untouched, updatedAt: intent.createdAt };
}

/** True when an intent belongs to this merchant in this mode: another merchant's intent reads exactly like a missing one. */
export function isOwnedBy(intent: Intent, owner: Pick<Order, 'merchantId' | 'mode'>): boolean {
  return intent.merchantId === owner.merchantId && intent.mode === owner.mode;
}

/** True when the intent has lapsed without having made its transition. */
export function isStale(intent: Intent, now: Date): boolean {
  return hasLapsed(intent, now) && transitions[intent.status].expire.kind === 'move';
}

/** The expired intent; undefined when it has not lapsed or is past expiring. */
export function expired(intent: Intent, moment: Moment): Intent | undefined {
  const step = transitions[intent.status].expire;
  return step.kind === 'move' && hasLapsed(intent, moment.at) ? ended(intent, step.to, moment, {}) : undefined;
}

/** The intent whose payer was asked for approval; undefined when its outcome is known, or it was recorded already. */
export function prompted(
  intent: Intent,
  prompt: Numbered & { readonly chargeId: string; readonly expiresAt: Date },
  now: Date,
): Intent | undefined {
  const step = transitions[intent.status]['prompt-payer'];
  if (step.kind === 'contradiction' || prompt.chargeId !== intent.chargeId) {
    throw new Contradiction(`the prompt of ${prompt.chargeId} contradicts ${intent.id}, which is ${intent.status}`);
  }
  if (step.kind !== 'move' || intent.nextAction !== null) return undefined;
  return changed(intent, step.to, now, {
    ...{ nextAction: 'approve_on_phone', nextActionUntil: prompt.expiresAt },
    ...numberOf(intent, prompt),
  });
}

/** After so long a charge is overdue, unless its operator waits for the payer even longer. */
const OVERDUE_MS = 5 * 60_000;

/** The intent whose charge is overdue; undefined before, when its outcome is known, or when that was recorded already. */
export function delayed(intent: Intent, now: Date): Intent | undefined {
  const { status, chargedAt, nextAction, nextActionUntil } = intent;
  const step = transitions[status].delay;
  if (step.kind === 'contradiction' || chargedAt === null) {
    throw new Contradiction(`the delay of a charge contradicts ${intent.id}, which is ${status}`);
  }
  if (step.kind !== 'move' || nextAction === 'await_outcome') return undefined;
  const since = new Date(Math.max(chargedAt.getTime() + OVERDUE_MS, nextActionUntil?.getTime() ?? 0));
  if (now < since) return undefined;
  return announced(intent, step.to, now, { nextAction: 'await_outcome', nextActionUntil: since });
}

/** The operator's own number of the transaction, where its message has one. */
export interface Numbered {
  readonly providerReference?: string | undefined;
}

/** The facts of an outcome that must match the charge. */
export interface SettledCharge extends Numbered {
  readonly chargeId: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** The completed intent; undefined when it is completed already. */
export function completed(
  intent: Intent,
  charge: SettledCharge & { readonly fee: bigint; readonly net: bigint },
  moment: Moment,
): Intent | undefined {
  const step = settlingStep(intent, 'succeed', charge);
  if (step.kind !== 'move') return undefined;
  const { fee, net } = charge;
  return ended(intent, step.to, moment, { fee, net, completedAt: moment.at, ...numberOf(intent, charge) });
}

/** The failed intent; undefined when it has failed already. */
export function failed(
  intent: Intent,
  charge: SettledCharge & { readonly failure: PaymentFailure; readonly decidedBy: DecidedBy | null },
  moment: Moment,
): Intent | undefined {
  const step = settlingStep(intent, 'decline', charge);
  if (step.kind !== 'move') return undefined;
  const { code, message, nextStep } = charge.failure;
  const failure = { failureCode: code, failureMessage: message, failureNextStep: nextStep };
  return ended(intent, step.to, moment, {
    ...failure,
    failureDecidedBy: charge.decidedBy,
    ...numberOf(intent, charge),
  });
}

function numberOf(intent: Intent, { providerReference }: Numbered): Pick<Progress, 'providerReference'> {
  return { providerReference: providerReference ?? intent.providerReference };
}

/** The canceled intent. */
export function canceled(intent: Intent, status: IntentStatus, moment: Moment): Intent {
  return ended(intent, status, moment, {});
}

/** The intent in another status, one version on, without an event. */
export function changed(intent: Intent, status: IntentStatus, at: Date, changes: Partial<Progress>): Intent {
  return {
    ...intent,
    nextAction: null,
    nextActionUntil: null,
    ...changes,
    status,
    version: intent.version + 1,
    updatedAt: at,
  };
}

/** The intent in another status, one version and one event on. */
export function announced(intent: Intent, status: IntentStatus, at: Date, changes: Partial<Progress>): Intent {
  return changed(intent, status, at, { ...changes, eventSequence: intent.eventSequence + 1 });
}

function ended(intent: Intent, status: IntentStatus, moment: Moment, changes: Partial<Progress>): Intent {
  return announced(intent, status, moment.at, { ...changes, terminalEventId: moment.eventId });
}

function settlingStep(intent: Intent, verb: Verb & ('succeed' | 'decline'), charge: SettledCharge): Step {
  const step = transitions[intent.status][verb];
  const isItsCharge =
    charge.chargeId === intent.chargeId && charge.amount === intent.amount && charge.currency === intent.currency;
  if (step.kind === 'contradiction' || !isItsCharge) {
    throw new Contradiction(`${verb} of ${charge.chargeId} contradicts ${intent.id}, which is ${intent.status}`);
  }
  return step;
}
