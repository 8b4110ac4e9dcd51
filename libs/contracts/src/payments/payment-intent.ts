import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators, operatorCurrencies } from '../vocabulary/mobile-numbers.js';
import { IsIn, IsOptional, IsString, IsUrl } from 'class-validator';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsMaskedDestination,
  IsMode,
  IsNested,
  IsText,
  IsTimestamp,
  IsVersion,
  IsProviderReference,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import { walletCurrencies } from '../vocabulary/money.js';

export const intentStatuses = [
  'PENDING',
  'REQUIRES_ACTION',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
  'CANCELED',
] as const;
/** The status of a payment intent. EXPIRED, FAILED, COMPLETED and CANCELED are terminal. */
export type IntentStatus = (typeof intentStatuses)[number];

export const declineCodes = [
  'insufficient_funds',
  'payer_rejected',
  'payer_timeout',
  'payer_not_found',
  'payer_limit_reached',
  'payer_blocked',
  'rail_unavailable',
  'rail_error',
  'wallet_closed',
] as const;
/** The reason for which a charge was declined: one closed list for all rails. */
export type DeclineCode = (typeof declineCodes)[number];

export const nextSteps = ['new_intent', 'other_method', 'none'] as const;

/** The reason for which a payment failed, and the next step that a checkout may offer. */
export class PaymentFailure {
  @IsIn(declineCodes) code!: DeclineCode;
  @IsText(300) message!: string;
  @IsIn(nextSteps) nextStep!: (typeof nextSteps)[number];
}

export const paymentMethodTypes = ['wallet', 'mobile_money'] as const;

const collected: readonly Currency[] = Object.values(operatorCurrencies).flat();

/**
 * The methods of a payment: none where neither wallets can hold its currency nor operators collect it. A wallet pays what it holds, also where
 * nothing fills it any more.
 */
export function paymentMethodsOf({ currency }: Pick<Payable, 'currency'>): readonly PaymentMethod['type'][] {
  const takes = { wallet: walletCurrencies, mobile_money: collected };
  return paymentMethodTypes.filter((type) => takes[type].includes(currency));
}

/** The terms of a payment on which its methods depend. */
export interface Payable {
  readonly currency: Currency;
  readonly mode: Mode;
}

/** The payment method. */
export class PaymentMethod {
  @IsIn(paymentMethodTypes) type!: (typeof paymentMethodTypes)[number];
  @Note({ description: 'The operator of mobile money.', example: null })
  @IsNullable()
  @IsIn(mobileOperators)
  operator!: MobileOperator | null;
}

/** The phone that pays by mobile money, between services. */
export class Payer {
  @Note({ example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;
  @Note({ example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;
}

/** `charge` is shown for payments whose code was verified under the version before; nothing sets it any more. */
export const nextActionTypes = ['verify_otp', 'charge', 'approve_on_phone', 'await_outcome'] as const;

/**
 * The next step of the front end. `since` belongs to `await_outcome`: the charge has no outcome in time, and nobody can do more than wait. The
 * other fields after the type belong to `approve_on_phone`.
 */
export class NextAction {
  @IsIn(nextActionTypes) type!: (typeof nextActionTypes)[number];
  @Note({ description: 'The operator that asks the payer for approval.', example: null })
  @IsNullable()
  @IsIn(mobileOperators)
  operator!: MobileOperator | null;
  @Note({ description: 'The phone that is asked.', example: null })
  @IsNullable()
  @IsMaskedDestination()
  phoneMasked!: string | null;
  @Note({ description: 'The time at which the operator stops waiting for the payer.', example: null })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;
  @Note({
    description: 'Only with `await_outcome`: the time since which the outcome is overdue.',
    example: '2026-11-20T10:06:00.412Z',
  })
  @MayBeAbsent()
  @IsTimestamp()
  since?: string;
}

/**
 * A payment intent between services. Its public forms (for a secret key, for a publishable key, in an event) are rendered
 * from this one shape. `metadata` is the merchant's JSON text, byte for byte: no service parses it.
 */
export class PaymentIntent {
  @IsId('intent') id!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsIn(intentStatuses) status!: IntentStatus;
  @IsAmount() amount!: string;
  @IsAmountOrZero() amountRefunded!: string;
  /** What operators have taken back of it. Absent in messages from before the field. */
  @IsOptional() @IsAmountOrZero() amountReversed?: string;
  @IsOptional() @IsAmountOrZero() fee!: string | null;
  @IsOptional() @IsAmountOrZero() net!: string | null;
  @IsCurrency() currency!: Currency;
  @IsOptional() @IsText(500) description!: string | null;
  @IsString() metadata!: string;
  @IsOptional() @IsText(200, 1) reference!: string | null;
  @IsOptional() @IsId('user') userId!: string | null;
  /** The first intent, for another try of a declined payment. Absent in messages from before the field. */
  @IsOptional() @IsId('intent') retryOf?: string | null;
  /** The till at which it was made; absent in messages from before the field. */
  @IsOptional() @IsId('till') tillId?: string | null;
  @IsOptional() @IsNested(() => PaymentMethod) paymentMethod!: PaymentMethod | null;
  /** The payer of mobile money; absent in messages from before it was known. */
  @IsOptional() @IsNested(() => Payer) payer?: Payer | null;
  /** The user whose token the charge came with; null for a guest, and absent in messages from before the field. */
  @IsOptional() @IsId('user') payerId?: string | null;
  /** The phone of the user who pays from a wallet; absent where the token of the charge names none. */
  @IsOptional() @IsMaskedDestination() walletPhoneMasked?: string;
  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] }) returnUrl!:
    string | null;
  /** Absent in messages from before the field. */
  @IsOptional() @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] }) cancelUrl?:
    string | null;
  @IsOptional() @IsNested(() => NextAction) nextAction!: NextAction | null;
  @IsOptional() @IsNested(() => PaymentFailure) failure!: PaymentFailure | null;
  @IsOptional() @IsId('charge') chargeId!: string | null;
  /** The operator's transaction number; absent in messages from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string | null;
  @IsVersion() version!: number;
  @IsTimestamp() createdAt!: string;
  @IsTimestamp() updatedAt!: string;
  @IsTimestamp() expiresAt!: string;
  @IsOptional() @IsTimestamp() completedAt!: string | null;
}
