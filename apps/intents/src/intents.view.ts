import type {
  Charge,
  ChargeRequested,
  EventContract,
  IntentChanged,
  IntentFacts,
  NextAction,
  Payer,
  PaymentFailure,
  PaymentIntent,
  PaymentMethod,
  ReceiptFacts,
} from '@paygate/contracts';
import { chargeStatuses } from '@paygate/contracts';
import type { MessageOrigin, OutboxEntry, Received } from '@paygate/messaging';
import type { Intent, Moment } from './domain/intent.js';
import { lapsesAt } from './domain/intent-rules.js';

/** An intent as other services see it. */
export function paymentIntent(intent: Intent): PaymentIntent {
  return {
    id: intent.id,
    merchantId: intent.merchantId,
    mode: intent.mode,
    status: intent.status,
    amount: intent.amount.toString(),
    amountRefunded: intent.amountRefunded.toString(),
    amountReversed: intent.amountReversed.toString(),
    fee: intent.fee?.toString() ?? null,
    net: intent.net?.toString() ?? null,
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    reference: intent.reference,
    userId: intent.userId,
    retryOf: intent.retryOf,
    tillId: intent.tillId,
    paymentMethod: methodOf(intent),
    payer: payerOf(intent),
    payerId: intent.payerId,
    ...walletPhoneOf(intent),
    returnUrl: intent.returnUrl,
    cancelUrl: intent.cancelUrl,
    nextAction: nextActionOf(intent),
    failure: failureOf(intent),
    chargeId: intent.chargeId,
    providerReference: intent.providerReference,
    version: intent.version,
    createdAt: intent.createdAt.toISOString(),
    updatedAt: intent.updatedAt.toISOString(),
    expiresAt: lapsesAt(intent).toISOString(),
    completedAt: intent.completedAt?.toISOString() ?? null,
  };
}

/** The facts of an intent that a one-time password is bound to. */
export function intentFacts(intent: Intent): IntentFacts {
  return {
    intentId: intent.id,
    status: intent.status,
    amount: intent.amount.toString(),
    currency: intent.currency,
    userId: intent.userId,
    retryOf: intent.retryOf,
    expiresAt: lapsesAt(intent).toISOString(),
    ...(intent.failureCode === null ? {} : { failureCode: intent.failureCode }),
  };
}

/** The facts of a completed intent that its receipt shows. */
export function receiptFacts(intent: Intent): ReceiptFacts {
  const { completedAt, chargeTokenId, paymentMethod, amountRefunded, amountReversed } = intent;
  if (completedAt === null || chargeTokenId === null || paymentMethod === null)
    throw new Error(`${intent.id} has not been paid`);
  return {
    intentId: intent.id,
    amount: intent.amount.toString(),
    amountRefunded: (amountRefunded + amountReversed).toString(),
    currency: intent.currency,
    description: intent.description,
    reference: intent.reference,
    method: paymentMethod,
    completedAt: completedAt.toISOString(),
    operator: intent.operator,
    providerReference: intent.providerReference,
    payerId: intent.payerId,
    tokenId: chargeTokenId,
  };
}

/** The charge of a charged intent. */
export function chargeOf(intent: Intent): Charge {
  const { chargeId, chargedAt } = chargeColumns(intent);
  const failure = failureOf(intent);
  return {
    id: chargeId,
    intentId: intent.id,
    status: chargeStatuses.find((status) => status === intent.status) ?? 'PROCESSING',
    amount: intent.amount.toString(),
    currency: intent.currency,
    createdAt: chargedAt.toISOString(),
    ...(failure === null ? {} : { failure }),
  };
}

/** The request that charging moves the money of a charge. */
export function chargeRequest(intent: Intent): ChargeRequested {
  const { payerId, actor, tillId } = intent;
  const { chargeId, chargedAt, paymentMethod } = chargeColumns(intent);
  return {
    chargeId,
    intentId: intent.id,
    merchantId: intent.merchantId,
    mode: intent.mode,
    ...(payerId === null ? {} : { userId: payerId }),
    amount: intent.amount.toString(),
    currency: intent.currency,
    method: paymentMethod,
    acceptedAt: chargedAt.toISOString(),
    ...(actor === null ? {} : { actor }),
    ...(tillId === null ? {} : { tillId }),
  };
}

/** An intent as a change left it, and the moment of the change. */
export interface Change {
  readonly intent: Intent;
  readonly moment: Moment;
}

/** The payload of the event of a change. */
export function intentChanged({ intent, moment }: Change): IntentChanged {
  return {
    eventId: moment.eventId,
    sequence: intent.eventSequence,
    occurredAt: moment.at.toISOString(),
    intent: paymentIntent(intent),
  };
}

/** The origin of the messages that a message causes. */
export function originOf({ id, requestId }: Received<unknown>): MessageOrigin {
  return { requestId, causationId: id };
}

/**
 * The event of a change: its contract follows from what happened, because a status does not show it (a refund leaves it as it was). That of a
 * charge which begins requests it too: `request` is what charging executes.
 */
export function eventOf(
  contract: EventContract<IntentChanged>,
  change: Change,
  origin?: MessageOrigin,
  request?: ChargeRequested,
): OutboxEntry {
  const payload = intentChanged(change);
  return { ...origin, contract, payload: request === undefined ? payload : Object.assign(payload, { request }) };
}

function methodOf({ paymentMethod: type, operator }: Intent): PaymentMethod | null {
  if (type === null) return null;
  return { type, operator };
}

function payerOf({ operator, phoneMasked }: Intent): Payer | null {
  return operator === null || phoneMasked === null ? null : { phoneMasked, operator };
}

function walletPhoneOf({ operator, phoneMasked }: Intent): Pick<PaymentIntent, 'walletPhoneMasked'> {
  return operator !== null || phoneMasked === null ? {} : { walletPhoneMasked: phoneMasked };
}

function nextActionOf({ nextAction: type, nextActionUntil, operator, phoneMasked }: Intent): NextAction | null {
  if (type === null) return null;
  const none = { operator: null, phoneMasked: null, expiresAt: null };
  const until = nextActionUntil?.toISOString();
  if (type === 'approve_on_phone') return { type, operator, phoneMasked, expiresAt: until ?? null };
  return { type, ...none, ...(until === undefined ? {} : { since: until }) };
}

function failureOf({ failureCode, failureMessage, failureNextStep }: Intent): PaymentFailure | null {
  if (failureCode === null || failureMessage === null || failureNextStep === null) return null;
  return { code: failureCode, message: failureMessage, nextStep: failureNextStep };
}

/** A constraint of the table: all of these are set, or none is. */
function chargeColumns({ id, chargeId, chargedAt, paymentMethod }: Intent): {
  readonly chargeId: string;
  readonly chargedAt: Date;
  readonly paymentMethod: PaymentMethod['type'];
} {
  if (chargeId === null || chargedAt === null || paymentMethod === null) {
    throw new Error(`${id} has not been charged`);
  }
  return { chargeId, chargedAt, paymentMethod };
}
