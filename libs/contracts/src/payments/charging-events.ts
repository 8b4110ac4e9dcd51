import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { IsIn, IsOptional } from 'class-validator';
import { defineEvent } from '../kernel/message.js';
import type { DeclineCode } from './payment-intent.js';
import { declineCodes, nextSteps } from './payment-intent.js';
import { eventStreams } from '../kernel/streams.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsId,
  IsMaskedDestination,
  IsMode,
  IsProviderReference,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';

class ChargeOutcome {
  @IsId('charge') chargeId!: string;
  @IsId('intent') intentId!: string;
  @IsId('merchant') merchantId!: string;
  @IsMode() mode!: Mode;
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
  @IsTimestamp() occurredAt!: string;
  /** The operator's transaction number. Absent for a wallet, where the operator has given none, and in messages from before the field. */
  @IsOptional() @IsProviderReference() providerReference?: string;
}

/** Money moved: the ledger holds the journal. */
export class ChargeSucceeded extends ChargeOutcome {
  @IsAmountOrZero() fee!: string;
  @IsAmountOrZero() net!: string;
}
export const chargeSucceeded = defineEvent({
  type: 'charge.succeeded',
  stream: eventStreams.charging,
  payload: ChargeSucceeded,
  key: (payload) => payload.intentId,
});

/** `service`: by its rules, or by what a rail has answered. `person`: by an operator command, with what people have said. */
export const deciders = ['service', 'person'] as const;
export type DecidedBy = (typeof deciders)[number];

/** No money moved and none will: a definite decline. */
export class ChargeFailed extends ChargeOutcome {
  @IsIn(declineCodes) code!: DeclineCode;
  @IsText(300) message!: string;
  @IsIn(nextSteps) nextStep!: (typeof nextSteps)[number];
  /** Absent where it is not known any more. */
  @IsOptional() @IsIn(deciders) decidedBy?: DecidedBy;
}
export const chargeFailed = defineEvent({
  type: 'charge.failed',
  stream: eventStreams.charging,
  payload: ChargeFailed,
  key: (payload) => payload.intentId,
});

/** The operator has asked the payer to approve a charge on the phone. */
export class ChargePrompted {
  @IsId('charge') chargeId!: string;
  @IsId('intent') intentId!: string;
  @IsIn(mobileOperators) operator!: MobileOperator;
  @IsMaskedDestination() phoneMasked!: string;
  /** The time at which the operator gives up waiting for the payer. */
  @IsTimestamp() expiresAt!: string;
  /** The operator's transaction number, where it has one by then. */
  @IsOptional() @IsProviderReference() providerReference?: string;
}
export const chargePrompted = defineEvent({
  type: 'charge.prompted',
  stream: eventStreams.charging,
  payload: ChargePrompted,
  key: (payload) => payload.intentId,
});
