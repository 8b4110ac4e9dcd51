import { IsBoolean, IsOptional } from 'class-validator';
import { IsPageUrl } from '../payments/intent-bodies.js';
import { Note } from '../schema/declarations.js';
import { IsMoment, IsText } from '../schema/fields.js';
import { IsUses } from './link-bodies.js';

/** A change of a payment link: an absent term stays as it is, and null removes it. */
export class UpdatePaymentLinkRequest {
  @Note({
    description:
      '`false`: no further payment begins, but open payments can still be paid. `true` allows payments again.',
    example: false,
  })
  @IsOptional()
  @IsBoolean()
  active?: boolean | null;

  @Note({
    description: 'The text that payers see. Payments that have begun keep the text of before. null removes it.',
    example: 'Cotisation 2026, dernier rappel',
  })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({
    description:
      'The URL to which the payment page returns the payer. It has the same form as at the creation. Payments that have begun keep the URL of before. null removes it.',
    example: 'https://shop.example/thanks',
  })
  @IsOptional()
  @IsPageUrl()
  returnUrl?: string | null;

  @Note({
    description:
      'The maximum number of payments that are open or completed at a time: not less than the number of those that are now. null removes the limit.',
    example: 80,
  })
  @IsOptional()
  @IsUses(1)
  maxUses?: number | null;

  @Note({
    description:
      'The time at which the link stops accepting new payments, in the future. An expired link accepts payments again. null removes the end.',
    example: '2027-01-31T22:59:59.000Z',
  })
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;
}
