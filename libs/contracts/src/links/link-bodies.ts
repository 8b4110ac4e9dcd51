import { IsIn, IsInt, IsOptional, IsUrl, Max, Min } from 'class-validator';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { NotedCreation, NotedCurrency, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsAmount,
  IsCurrency,
  IsId,
  IsIntBetween,
  IsLine,
  IsMoment,
  IsNested,
  IsNewLine,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { Currency } from '../vocabulary/money.js';
import type { LinkStatus } from '../vocabulary/payment-links.js';
import {
  LINK_USES_MAX,
  LINKS_PAGE_MAX,
  linkStatuses,
  REFERENCE_PATTERN_MAX_LENGTH,
} from '../vocabulary/payment-links.js';
import { CHECKOUT_RETRIES_MAX } from '../payments/intent-commands.js';
import { badAmount, IsPageUrl } from '../payments/intent-bodies.js';
import { CheckoutMerchantView } from '../payments/checkout/checkout-views.js';

/** Bodies of requests and answers about payment links. */
const EXAMPLE_LINK_ID = 'pl_01k8zqa1c4gt6xd9f3mhw7r2zb';
const EXAMPLE_URL = `https://pay.example/checkout/${EXAMPLE_LINK_ID}`;
const PATTERN =
  'The reference of each payment, in which `{n}` is the number of the payment: 1, 2, and so on; a number whose reference another payment has is skipped. `{n}` is required unless `maxUses` is 1, because a reference is unique among open and completed payments.';
/** A number of uses, or more than it. */
export const IsUses =
  (least: number): PropertyDecorator =>
  (target, property) => {
    for (const decorate of [IsInt(), Min(least), Max(LINK_USES_MAX)]) decorate(target, property);
  };

const IsRetries = (): PropertyDecorator => (target, property) => {
  for (const decorate of [IsInt(), Min(0), Max(CHECKOUT_RETRIES_MAX)]) decorate(target, property);
};

export class CreatePaymentLinkRequest {
  @Note({
    description: "Digits in the currency's minor unit. When absent, the payer names the amount.",
    example: '5000',
  })
  @IsOptional()
  @IsAmount(badAmount)
  amount?: string | null;

  @Note({ description: 'ISO 4217 code.', example: 'XAF' })
  @IsCurrency({ context: { code: 'currency_unsupported' as const } })
  currency!: Currency;

  @Note({
    description:
      'The smallest amount that a payer may name when `amount` is absent; the minimum of the currency when this field is absent too.',
    example: null,
  })
  @IsOptional()
  @IsAmount(badAmount)
  minAmount?: string | null;

  @Note({
    description:
      'The largest amount that a payer may name when `amount` is absent; the maximum of the currency when this field is absent too.',
    example: null,
  })
  @IsOptional()
  @IsAmount(badAmount)
  maxAmount?: string | null;

  @Note({ description: 'Free text that payers see; each payment of the link has it too.', example: 'Cotisation 2026' })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({ description: PATTERN, example: 'cotisation-2026-{n}' })
  @IsOptional()
  @IsNewLine(REFERENCE_PATTERN_MAX_LENGTH)
  referencePattern?: string | null;

  @Note({
    description:
      'The URL to which the payment page returns the payer when the payment has ended. An https URL without user name and password; in test mode also http://localhost.',
    example: 'https://shop.example/thanks',
  })
  @IsOptional()
  @IsPageUrl()
  returnUrl?: string | null;

  @Note({
    description:
      'The maximum number of payments that are open or completed at a time. A payment that expires, fails or is canceled gives its use back; a payment for which no code is sent expires after 5 minutes. Not limited when absent.',
    example: 50,
  })
  @IsOptional()
  @IsUses(1)
  maxUses?: number | null;

  @Note({
    description:
      'The number of further tries that a payer has on the payment page after a decline, 0 to 4; 3 when absent. Each try counts as one more use of the link.',
    example: 3,
  })
  @IsOptional()
  @IsRetries()
  checkoutRetries?: number | null;

  @Note({
    description: 'The time at which the link stops accepting new payments; it never stops when this is absent.',
    example: '2026-12-31T22:59:59.000Z',
  })
  @IsOptional()
  @IsMoment()
  expiresAt?: string | null;
}

/** The query of a list of payment links. */
export class ListPaymentLinksQuery {
  @PageLimit('links', LINKS_PAGE_MAX)
  limit?: number;

  @StartsAfter(
    'paymentLink',
    'The page starts after this link and holds older ones: `nextCursor` of the previous page, or any id.',
  )
  startingAfter?: string;
}

/** A payment link as payers see it: without what concerns its merchant only. */
export class SharedLinkView {
  @Note({ example: EXAMPLE_LINK_ID })
  @IsId('paymentLink')
  id!: string;

  @Note({ example: 'payment_link' })
  @IsIn(['payment_link'])
  object!: 'payment_link';

  @Note({
    description:
      '`inactive`: the merchant has deactivated it. `used_up`: its open and completed payments have reached `maxUses`. Only an `active` link begins payments.',
    example: 'active',
  })
  @IsIn(linkStatuses)
  status!: LinkStatus;

  @NotedMode()
  mode!: Mode;

  @Note({ description: 'The amount of each payment; null when the payer names it.', example: '5000' })
  @IsNullable()
  @IsAmount()
  amount!: string | null;

  @Note({ description: 'The smallest amount that the payer may name; null when the amount is fixed.', example: null })
  @IsNullable()
  @IsAmount()
  minAmount!: string | null;

  @Note({ description: 'The largest amount that the payer may name; null when the amount is fixed.', example: null })
  @IsNullable()
  @IsAmount()
  maxAmount!: string | null;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'Digits after the decimal point of the major unit (ISO 4217).', example: 0 })
  @IsIntBetween(0, 4)
  currencyExponent!: number;

  @Note({ example: 'Cotisation 2026' })
  @IsNullable()
  @IsText(500)
  description!: string | null;

  @Note({ description: 'The merchant, for those who open the link.' })
  @MayBeAbsent()
  @IsNested(() => CheckoutMerchantView)
  merchant?: CheckoutMerchantView;
}

/** A payment link as its merchant sees it. */
export class PaymentLinkView extends SharedLinkView {
  @Note({
    description: 'The address to share, which anyone may open; null where Paygate runs without the payment page.',
    example: EXAMPLE_URL,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  url!: string | null;

  @Note({
    description: 'A QR code of `url`, an SVG image that anyone may load; null where there is no address.',
    example: `https://pay.example/payment-links/${EXAMPLE_LINK_ID}/qr.svg`,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  qrCodeUrl!: string | null;

  @Note({ example: 'cotisation-2026-{n}' })
  @IsNullable()
  @IsLine(REFERENCE_PATTERN_MAX_LENGTH)
  referencePattern!: string | null;

  @Note({ example: 'https://shop.example/thanks' })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  returnUrl!: string | null;

  @Note({
    description: 'The maximum number of payments that are open or completed at a time; null without a limit.',
    example: 50,
  })
  @IsNullable()
  @IsUses(1)
  maxUses!: number | null;

  @Note({
    description: 'The number of further payments that may begin now; null when the uses are not limited.',
    example: 38,
  })
  @IsNullable()
  @IsUses(0)
  usesRemaining!: number | null;

  @Note({ description: 'The number of further tries that a payer has after a decline.', example: 3 })
  @MayBeAbsent()
  @IsRetries()
  checkoutRetries?: number;

  @Note({
    description:
      'The number of the last payment. It counts the payments that were ever begun, and the numbers that were skipped. Each payment has the id of the link in its metadata, as `paymentLinkId`: `GET /gateway?metadata[paymentLinkId]=…` lists these payments.',
    example: 14,
  })
  @IsInt()
  @Min(0)
  payments!: number;

  @Note({ example: '2026-12-31T22:59:59.000Z' })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;

  @NotedCreation()
  createdAt!: string;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  updatedAt!: string;
}

/** A page of payment links, newest first. */
export class PaymentLinkPageAnswer extends pageOf(
  () => PaymentLinkView,
  'paymentLink',
  LINKS_PAGE_MAX,
  'True when there are older objects.',
) {}
