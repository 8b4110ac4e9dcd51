import { commandOf } from '../kernel/derived.js';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { defineCommand } from '../kernel/message.js';
import { IsActor, IsId, IsNested, IsSealed, IsTimestamp } from '../schema/fields.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { AskPhoneRequest } from './till-bodies.js';

/** The member or key that asks a phone, and the intent. */
class PhoneAsk extends OfMerchant {
  /** The id that the intent will have. */
  @IsId('intent') intentId!: string;
  /** Sealed for otp. */
  @IsSealed() phoneNumber!: Sealed;
  /** The member or key that asks. */
  @IsActor() actor!: string;
  @IsNested(() => SealedIdempotency) idempotency!: SealedIdempotency;
}
export class AskPhoneCommand extends commandOf(
  AskPhoneRequest,
  ['phoneNumber', 'description', 'reference'],
  PhoneAsk,
) {}
export class PhoneAsked {
  /** That of the first request with the idempotency key. */
  @IsId('intent') intentId!: string;
  /** The authorization token of the ask, sealed for the gateway. */
  @IsSealed() token!: Sealed;
  @IsTimestamp() expiresAt!: string;
}
/**
 * Counts an ask within its bounds, and makes the token that charges its intent by mobile money from this phone alone. Nobody has proved the
 * phone, so the merchant must have switched asks on.
 */
export const askPhone = defineCommand({
  name: 'ask-phone',
  owner: 'otp',
  request: AskPhoneCommand,
  answer: PhoneAsked,
  key: ({ merchantId, mode, actor }) => `${merchantId}:${mode}:${actor}`,
  unordered: true,
  refusals: [
    'phone_ask_not_allowed',
    'till_not_found',
    'till_revoked',
    'operator_unknown',
    'payment_method_unavailable',
    'prompt_limit_reached',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});
