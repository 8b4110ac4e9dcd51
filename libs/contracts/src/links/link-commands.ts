import { IsBoolean, IsOptional, IsUrl } from 'class-validator';
import { IsNullable } from '../schema/declarations.js';
import { IsAmount, IsId, IsListOf, IsNested, IsPageLimit, IsText, IsTimestamp } from '../schema/fields.js';
import { LINKS_PAGE_MAX } from '../vocabulary/payment-links.js';
import { commandOf, infoOf } from '../kernel/derived.js';
import { defineCommand } from '../kernel/message.js';
import { PaymentIntent } from '../payments/payment-intent.js';
import { Idempotency } from '../kernel/idempotency.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { CreatePaymentLinkRequest, IsUses, PaymentLinkView } from './link-bodies.js';
import { UpdatePaymentLinkRequest } from './link-change-bodies.js';

const IsPage = (): PropertyDecorator =>
  IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] });

/** A payment link between services. */
export class PaymentLink extends infoOf(PaymentLinkView, 'linkId', [
  'merchant',
  'currencyExponent',
  'url',
  'qrCodeUrl',
]) {
  @IsId('merchant') merchantId!: string;
}

export class CreatePaymentLinkCommand extends commandOf(CreatePaymentLinkRequest, ['expiresAt']) {
  @IsId('paymentLink') linkId!: string;
  @IsOptional() @IsTimestamp() expiresAt?: string;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Creates a link. `linkId` is minted by the caller: a repeated command finds its own row and answers with it. */
export const createPaymentLink = defineCommand({
  name: 'create-payment-link',
  owner: 'intents',
  request: CreatePaymentLinkCommand,
  answer: PaymentLink,
  key: (request) => request.linkId,
  unordered: true,
  refusals: [
    'currency_unsupported',
    'amount_too_small',
    'amount_too_large',
    'parameter_invalid',
    'idempotency_key_reused',
    'idempotency_key_in_use',
  ],
});

/** Names a link of one merchant in one mode: another merchant's link reads exactly like a missing one. */
export class LinkOfMerchant extends OfMerchant {
  @IsId('paymentLink') linkId!: string;
}
export const getPaymentLink = defineCommand({
  name: 'get-payment-link',
  owner: 'intents',
  request: LinkOfMerchant,
  answer: PaymentLink,
  key: (request) => request.linkId,
  unordered: true,
  refusals: ['payment_link_not_found'],
});

/** An absent term stays as it is, and null removes it. */
export class UpdatePaymentLinkCommand extends commandOf(UpdatePaymentLinkRequest, [
  'description',
  'returnUrl',
  'maxUses',
  'expiresAt',
]) {
  @IsId('paymentLink') linkId!: string;
  @IsOptional() @IsText(500) description?: string | null;
  @IsOptional() @IsPage() returnUrl?: string | null;
  @IsOptional() @IsUses(1) maxUses?: number | null;
  @IsOptional() @IsTimestamp() expiresAt?: string | null;
}
/** Changes the terms of a link that may change, deactivates it, or activates it again. Repeated, it changes nothing more. */
export const updatePaymentLink = defineCommand({
  name: 'update-payment-link',
  owner: 'intents',
  request: UpdatePaymentLinkCommand,
  answer: PaymentLink,
  key: (request) => request.linkId,
  refusals: ['payment_link_not_found', 'parameter_invalid'],
});

export class ListPaymentLinksCommand extends OfMerchant {
  @IsPageLimit(LINKS_PAGE_MAX) limit!: number;
  /** The page goes on with those that are older than this one. */
  @IsOptional() @IsId('paymentLink') startingAfter?: string;
}
/** Newest first. */
export class PaymentLinkPage {
  @IsListOf(() => PaymentLink, LINKS_PAGE_MAX) links!: PaymentLink[];
  @IsBoolean() hasMore!: boolean;
  @IsNullable() @IsId('paymentLink') nextCursor!: string | null;
}
export const listPaymentLinks = defineCommand({
  name: 'list-payment-links',
  owner: 'intents',
  request: ListPaymentLinksCommand,
  answer: PaymentLinkPage,
  unordered: true,
  refusals: ['cursor_invalid'],
});

/** Names a link for somebody who has its address, and so may read the part of it that is for payers, and pay by it. */
export class SharedLink {
  @IsId('paymentLink') linkId!: string;
}
export const getSharedLink = defineCommand({
  name: 'get-shared-link',
  owner: 'intents',
  request: SharedLink,
  answer: PaymentLink,
  key: (request) => request.linkId,
  unordered: true,
  refusals: ['payment_link_not_found'],
});

export class PayLinkCommand extends SharedLink {
  @IsId('intent') intentId!: string;
  /** The amount that the payer names, when the link has none. */
  @IsOptional() @IsAmount() amount?: string;
  /** The URL to which a payer goes who does not pay after all: the page of the link. */
  @IsOptional() @IsPage() cancelUrl?: string;
  /** The digest of the key is that of the link and the key, because payers and the merchant choose their keys independently. */
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Creates the intent of one use of a link: the one place that decides whether the link may be used. */
export const payLink = defineCommand({
  name: 'pay-link',
  owner: 'intents',
  request: PayLinkCommand,
  answer: PaymentIntent,
  key: (request) => request.linkId,
  refusals: [
    'payment_link_not_found',
    'payment_link_inactive',
    'payment_link_expired',
    'payment_link_used_up',
    'parameter_missing',
    'parameter_invalid',
    'amount_too_small',
    'amount_too_large',
    'reference_exists',
    'idempotency_key_reused',
  ],
});
