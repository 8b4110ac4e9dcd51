import type { MobileOperator, Mode, PaymentMethod } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Decision } from './decision.js';
import { refused, tooLate } from './decision.js';
import type { Intent, Moment } from './intent.js';
import { announced, expired } from './intent.js';
import { transitions } from './intent-status.js';
import { isCharged, isOutOfTime, isPayableBy, isUsedElsewhere } from './intent-rules.js';

/** The claims of a verified OTP authorization token. */
export interface ChargeToken {
  /** `jti`: one token, one charge. */
  readonly id: string;
  /** Null in the token of a guest or an ask, which names a phone and its intent. */
  readonly userId: string | null;
  /** The member or key that asks the phone; null where a payer has confirmed by a code. */
  readonly askedBy: string | null;
  /** The phone of a user who was signed in; null otherwise. */
  readonly phoneMasked: string | null;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly expiresAt: Date;
  /** Absent in a token that binds to the first intent it charges. */
  readonly boundTo?: { readonly intentId: string; readonly amount: bigint; readonly currency: string };
}

/** A customer's attempt to pay. */
export interface ChargeAttempt {
  readonly token: ChargeToken;
  /** The intent that the token has charged, if any. */
  readonly tokenUsedBy: string | null;
  readonly chargeId: string;
  readonly method: PaymentMethod['type'];
  /** The operator of a mobile money charge, as charging has prepared it. */
  readonly operator: MobileOperator | null;
  readonly phoneMasked: string | null;
  readonly payerPhoneIndex: string | null;
  readonly customerId: string | null;
  readonly payerPhoneEnd: string | null;
  /** The time that the outcome may take before charging is asked for it. */
  readonly outcomeSeconds: number;
}

/**
 * The one place that decides whether a charge may begin. The row is locked and `moment.at` was read after the lock, so
 * of a charge and an expiry that race only one can be true.
 */
export function chargeDecision(intent: Intent, attempt: ChargeAttempt, moment: Moment): Decision {
  const { token } = attempt;
  if (isUsedElsewhere(intent, attempt.tokenUsedBy)) return refused('otp_token_used');
  if (!isBoundTo(intent, token)) return refused('token_invalid');
  if (isCharged(intent)) {
    return intent.chargeTokenId === token.id ? { kind: 'replayed', intent } : refused('intent_already_charged');
  }
  if (isOutOfTime(token, moment.at)) return refused('token_expired');
  const lapsed = expired(intent, moment);
  if (lapsed !== undefined) return tooLate(lapsed);
  const step = transitions[intent.status]['begin-charge'];
  if (step.kind === 'refuse') return refused(step.code, { currentStatus: intent.status });
  if (step.kind !== 'move') throw new Error(`a charge is neither begun nor refused in ${intent.status}`);
  if (!isPayableBy(intent, attempt.method)) return unpayable(intent, attempt.method);
  return {
    kind: 'accepted',
    intent: announced(intent, step.to, moment.at, {
      chargeId: attempt.chargeId,
      chargeTokenId: token.id,
      payerId: token.userId,
      paymentMethod: attempt.method,
      operator: attempt.operator,
      phoneMasked: attempt.method === 'wallet' ? token.phoneMasked : attempt.phoneMasked,
      payerPhoneIndex: attempt.payerPhoneIndex,
      customerId: attempt.customerId,
      payerPhoneEnd: attempt.payerPhoneEnd,
      chargedAt: moment.at,
      outcomeDueAt: new Date(moment.at.getTime() + attempt.outcomeSeconds * 1_000),
    }),
  };
}

function unpayable({ currency }: Intent, method: PaymentMethod['type']): Decision {
  const detail =
    method === 'wallet' ? `Wallets hold no ${currency}.` : `No mobile-money operator collects ${currency}.`;
  return { kind: 'refused', refusal: refuse('payment_method_unavailable', { param: 'paymentMethod', detail }) };
}

/** Rule: a token charges only what it was issued for: its merchant, mode and user, and its intent and amount if bound. */
export function isBoundTo(intent: Intent, token: ChargeToken): boolean {
  const { boundTo } = token;
  return (
    token.merchantId === intent.merchantId &&
    token.mode === intent.mode &&
    (intent.userId === null || token.userId === intent.userId) &&
    (boundTo === undefined ||
      (boundTo.intentId === intent.id && boundTo.amount === intent.amount && boundTo.currency === intent.currency))
  );
}
