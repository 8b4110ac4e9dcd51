import { IsBoolean, IsIn, IsInt, Min } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { MayBeAbsent, Note } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsListOf, IsProviderReference, IsText, IsTimestamp } from '../schema/fields.js';
import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { IntentOfMerchant } from './intent-commands.js';
import type { OtpChannel } from '../vocabulary/otp-channels.js';
import { otpChannels } from '../vocabulary/otp-channels.js';

/** The kinds of entries in the course of a payment. */
export const timelineTypes = [
  'payment.created',
  'otp.sent',
  'otp.verified',
  'charge.accepted',
  'charge.submitted',
  'charge.prompted',
  'charge.succeeded',
  'charge.failed',
  'payment.completed',
  'payment.failed',
  'payment.expired',
  'payment.canceled',
  'refund.requested',
  'refund.completed',
  'refund.failed',
  'reversal.booked',
  'reversal.returned',
  'event.created',
  'delivery.attempted',
] as const;
export type TimelineType = (typeof timelineTypes)[number];

/** Most entries of one service: of more, the newest. */
export const TIMELINE_MAX_ENTRIES = 200;

/** Something that happened in the course of a payment. */
export class TimelineEntry {
  @Note({ example: '2026-11-20T10:01:02.000Z' })
  @IsTimestamp()
  at!: string;

  @Note({ example: 'otp.sent' })
  @IsIn(timelineTypes)
  type!: TimelineType;

  @Note({
    description: 'The charge, refund, reversal, event or delivery of the entry.',
    example: 'ch_01k8zq5b7mc3rt9v2x6hdn4e8w',
  })
  @MayBeAbsent()
  @IsText(64, 1)
  objectId?: string;

  @Note({ description: 'The channel by which a code was sent.', example: 'sms' })
  @MayBeAbsent()
  @IsIn(otpChannels)
  channel?: OtpChannel;

  @Note({ description: 'The operator that collects a charge by mobile money, or takes it back.', example: 'mtn_momo' })
  @MayBeAbsent()
  @IsIn(mobileOperators)
  operator?: MobileOperator;

  @Note({
    description: 'The operator’s own transaction number, with the outcome of a charge or a refund by mobile money.',
    example: 'MP261120.1101.A77929',
  })
  @MayBeAbsent()
  @IsProviderReference()
  providerReference?: string;

  @Note({ description: 'The type of an event that was created or delivered.', example: 'payment.completed' })
  @MayBeAbsent()
  @IsText(64, 1)
  eventType?: string;

  @Note({ description: 'The endpoint to which a delivery was sent.', example: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja' })
  @MayBeAbsent()
  @IsId('webhookEndpoint')
  endpointId?: string;

  @Note({ description: 'The number of codes or deliveries so far, this one included.', example: 1 })
  @MayBeAbsent()
  @IsInt()
  @Min(1)
  attempt?: number;

  @Note({
    description: 'The status with which the endpoint answered a delivery; absent without an answer.',
    example: 200,
  })
  @MayBeAbsent()
  @IsIntBetween(0, 999)
  httpStatus?: number;

  @Note({
    description: 'The reason for which a charge or a refund failed, or a delivery had no answer.',
    example: 'insufficient_funds',
  })
  @MayBeAbsent()
  @IsText(64, 1)
  code?: string;
}

/** The entries that one service knows of the course of a payment, oldest first. */
export class TimelinePart {
  @IsListOf(() => TimelineEntry, TIMELINE_MAX_ENTRIES) entries!: TimelineEntry[];
  /** True when there are older objects. */
  @IsBoolean() isCut!: boolean;
}

const part = {
  callers: ['gateway'],
  request: IntentOfMerchant,
  answer: TimelinePart,
  key: (request: IntentOfMerchant) => request.intentId,
  unordered: true,
} as const;

/** The changes of an intent's status. */
export const getIntentTimeline = defineCommand({
  ...part,
  name: 'get-intent-timeline',
  owner: 'intents',
  refusals: ['intent_not_found'],
});
/** The codes that were sent and verified for an intent. The service does not know which intents exist. */
export const getCodesTimeline = defineCommand({ ...part, name: 'get-codes-timeline', owner: 'otp', refusals: [] });
/** The course of the charge of an intent. */
export const getChargeTimeline = defineCommand({
  ...part,
  name: 'get-charge-timeline',
  owner: 'charging',
});
/** The events of an intent and the attempts to deliver them. */
export const getEventsTimeline = defineCommand({
  ...part,
  name: 'get-events-timeline',
  owner: 'webhooks',
});

/** The newest entries that fit in a part, oldest first. */
export function timelinePart(entries: readonly TimelineEntry[]): TimelinePart {
  const inOrder = entries.toSorted((one, other) => one.at.localeCompare(other.at));
  return { entries: inOrder.slice(-TIMELINE_MAX_ENTRIES), isCut: entries.length > TIMELINE_MAX_ENTRIES };
}
