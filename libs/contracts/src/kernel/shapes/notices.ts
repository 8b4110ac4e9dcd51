import { IsBoolean, IsOptional } from 'class-validator';
import { ActedDestination, ActedPayout } from '../acted-objects.js';
import {
  IsAmount,
  IsAmountOrZero,
  IsCurrency,
  IsIntBetween,
  IsListOf,
  IsMaskedDestination,
  IsNested,
  IsText,
  IsTimestamp,
} from '../../schema/fields.js';
import type { Currency } from '../../vocabulary/money.js';
import type { KeyScope } from '../../vocabulary/scopes.js';

/**
 * The kinds of notices that members choose, each with the scope in live mode without which a member can neither choose it nor get it. `payment`: a
 * completed payment, or several of an hour as their sum. `daily_sum`: the sum of a day. `endpoint_failing`: a webhook endpoint that fails or
 * was disabled.
 */
export const noticeScopes = {
  payment: 'intents:read',
  daily_sum: 'balance:read',
  payout_failed: 'payouts:read',
  endpoint_failing: 'webhook_endpoints:read',
  key_created: 'api_keys:read',
  destination_added: 'payouts:read',
} as const satisfies Readonly<Record<string, KeyScope>>;
export type NoticeKind = keyof typeof noticeScopes;
export const noticeKinds = Object.keys(noticeScopes) as readonly NoticeKind[];

/** The channels by which a member may get a notice. */
export const noticeChannels = ['email', 'push'] as const;
export type NoticeChannelName = (typeof noticeChannels)[number];

/** The most currencies that a notice sums up. */
const CURRENCIES_MAX = 20;
const COUNT_MAX = 2_000_000_000;

/** The payments and refunds of a time in one currency: counts, and amounts in minor units. */
export class NoticeSum {
  @IsCurrency() currency!: Currency;
  @IsIntBetween(0, COUNT_MAX) payments!: number;
  @IsAmountOrZero() paid!: string;
  @IsIntBetween(0, COUNT_MAX) refunds!: number;
  @IsAmountOrZero() refunded!: string;
}

/** An amount in minor units. */
export class NoticeMoney {
  @IsAmount() amount!: string;
  @IsCurrency() currency!: Currency;
}

/** The facts of a notice: those of its kind, and no others. Phone numbers are masked. */
export class NoticeFacts {
  /** The id of the object: the payment, payout, webhook endpoint, API key or destination. */
  @IsOptional() @IsText(128, 1) subject?: string;
  /** The payment: what was paid, from which phone, for which reference of the merchant. */
  @IsOptional() @IsNested(() => NoticeMoney) money?: NoticeMoney;
  @IsOptional() @IsMaskedDestination() phoneMasked?: string;
  @IsOptional() @IsText(200, 1) reference?: string;
  /** The time of the payment. */
  @IsOptional() @IsTimestamp() at?: string;
  /** The sums of an hour or of a day, one of each currency, with the first moment and the end of that time. */
  @IsOptional() @IsListOf(() => NoticeSum, CURRENCIES_MAX) sums?: NoticeSum[];
  @IsOptional() @IsTimestamp() from?: string;
  @IsOptional() @IsTimestamp() until?: string;
  @IsOptional() @IsNested(() => ActedPayout) payout?: ActedPayout;
  @IsOptional() @IsNested(() => ActedDestination) destination?: ActedDestination;
  /** True for an endpoint that was disabled. */
  @IsOptional() @IsBoolean() isDisabled?: boolean;
}
