import { IsIn, IsOptional, Matches } from 'class-validator';
import { DIAL_CODE } from '../operators/dial-codes.js';
import { PROMPT_NAME_MAX } from '../operators/operator-bodies.js';
import { ChargeAnswer } from '../payments/charges.js';
import { badAmount } from '../payments/intent-bodies.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsCurrency, IsId, IsMaskedDestination, IsNested, IsPhoneNumber, IsText } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import type { Currency } from '../vocabulary/money.js';

const EXAMPLE_TILL_ID = 'till_01k8zq4a2nf8rb0v6d7jep5f9x';

/** An order at a counter. */
class TillOrder {
  @Note({ description: 'Digits in the currency\'s minor unit: for XAF, "5000" is 5 000 FCFA.', example: '5000' })
  @IsAmount(badAmount)
  amount!: string;

  @Note({ description: 'ISO 4217 code.', example: 'XAF' })
  @IsCurrency({ context: { code: 'currency_unsupported' as const } })
  currency!: Currency;

  @Note({ description: 'Free text; the customer may see it.', example: 'Two loaves' })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({
    description:
      'Your own name for the order: unique among the open and completed intents of the merchant in one mode.',
    example: 'till-1042',
  })
  @IsOptional()
  @IsText(200, 1)
  reference?: string | null;

  @Note({ description: 'The till at which the customer stands.', example: EXAMPLE_TILL_ID })
  @IsOptional()
  @IsId('till')
  tillId?: string | null;
}

/** A payment that its payer makes on the payment page, by an address that a till shows as a QR code. */
export class CreateTillPaymentRequest extends TillOrder {}

export class AskPhoneRequest extends TillOrder {
  @Note({ description: 'The phone that is asked to pay, in international format.', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: 'The mobile-money operator; derived from the number when absent.', example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators, { context: { code: 'operator_unknown' as const } })
  operator?: MobileOperator | null;
}

/** The phone that is asked, and what its payer sees. */
export class PhoneAskView {
  @Note({ description: 'The operator that asks the payer.', example: 'mtn_momo' })
  @IsIn(mobileOperators)
  operator!: MobileOperator;

  @Note({ description: 'The phone, but for its last two digits.', example: '********01' })
  @IsMaskedDestination()
  phoneMasked!: string;

  @Note({ description: 'The name that the prompt on the phone shows; null where it is not known.', example: 'PAYGATE' })
  @IsNullable()
  @IsText(PROMPT_NAME_MAX, 1)
  promptName!: string | null;

  @Note({ description: 'What the payer dials when no prompt comes; null where it is not known.', example: '*126#' })
  @IsNullable()
  @Matches(DIAL_CODE)
  dial!: string | null;
}

export class TillChargeAnswer extends ChargeAnswer {
  @Note({ description: 'The phone that is asked, and what to tell its payer.' })
  @IsNested(() => PhoneAskView)
  ask!: PhoneAskView;
}
