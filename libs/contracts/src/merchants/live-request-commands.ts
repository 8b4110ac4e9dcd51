import { IsBoolean, IsIn } from 'class-validator';
import { defineCommand } from '../kernel/message.js';
import { OfMerchant } from '../kernel/of-merchant.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsId, IsIntBetween, IsLine, IsListOf, IsNewLine, IsText, IsTimestamp } from '../schema/fields.js';
import { IsMerchantName } from './merchant-profile-commands.js';

export const LIVE_REQUEST_MAX_CHARACTERS = 1_000;
export const LIVE_REQUEST_REASON_MAX_CHARACTERS = 200;
/** The oldest open requests of one list. The others follow once these are decided. */
export const LIVE_REQUESTS_MAX = 100;

/** `none` before a request and after it was withdrawn; `active` once the installation's team has activated live mode. */
export const liveRequestStates = ['none', 'requested', 'declined', 'active'] as const;
export type LiveRequestState = (typeof liveRequestStates)[number];

const EXAMPLE_BUSINESS = 'Bread and cakes from our bakery in Akwa. Call +237 6 77 00 00 01.';

/** The state of an account's request for live mode. All but the state is null without a request. */
export class LiveRequest {
  @Note({
    description:
      '`none` before a request and after it was withdrawn, `requested` while the team of your Paygate has not decided, `declined`, or `active` once live mode is activated.',
    example: 'requested',
  })
  @IsIn(liveRequestStates)
  status!: LiveRequestState;

  @Note({ description: 'The text that the account wrote for the team of your Paygate.', example: EXAMPLE_BUSINESS })
  @IsNullable()
  @IsText(LIVE_REQUEST_MAX_CHARACTERS, 1)
  business!: string | null;

  @Note({ description: 'The member who asked.', example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsNullable()
  @IsId('member')
  requestedBy!: string | null;

  @Note({ description: 'The time of the request.', example: '2026-11-20T10:00:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  requestedAt!: string | null;

  @Note({ description: 'The time at which the team of your Paygate declined it.', example: null })
  @IsNullable()
  @IsTimestamp()
  declinedAt!: string | null;

  @Note({ description: 'The reason for which the team of your Paygate declined it.', example: null })
  @IsNullable()
  @IsLine(LIVE_REQUEST_REASON_MAX_CHARACTERS)
  declineReason!: string | null;
}

/** The body of a request for live mode. */
export class RequestLiveRequest {
  @Note({
    description: 'A description of the business, and how the team of your Paygate reaches it.',
    example: EXAMPLE_BUSINESS,
  })
  @IsText(LIVE_REQUEST_MAX_CHARACTERS, 1)
  business!: string;
}

export class ReadLiveRequestCommand {
  @IsId('merchant') merchantId!: string;
}
/** Returns the state of an account's request for live mode. */
export const readLiveRequest = defineCommand({
  name: 'read-live-request',
  owner: 'auth',
  request: ReadLiveRequestCommand,
  answer: LiveRequest,
  unordered: true,
  refusals: ['merchant_not_found'],
});

export class RequestLiveCommand extends OfMerchant {
  @IsId('member') actorMemberId!: string;
  @IsText(LIVE_REQUEST_MAX_CHARACTERS, 1) business!: string;
}
/** Asks the operator for live mode. While a request is open it replaces the text; repeating it changes nothing. */
export const requestLive = defineCommand({
  name: 'request-live',
  owner: 'auth',
  request: RequestLiveCommand,
  answer: LiveRequest,
  refusals: ['merchant_inactive', 'scope_missing'],
});

export class WithdrawLiveRequestCommand extends OfMerchant {
  @IsId('member') actorMemberId!: string;
}
/** Withdraws an open request. One that was decided in the meantime stays decided. */
export const withdrawLiveRequest = defineCommand({
  name: 'withdraw-live-request',
  owner: 'auth',
  request: WithdrawLiveRequestCommand,
  answer: LiveRequest,
  refusals: ['merchant_inactive', 'scope_missing'],
});

export class ListLiveRequestsCommand {
  @IsIntBetween(1, LIVE_REQUESTS_MAX) limit!: number;
}
export class OpenLiveRequest {
  @IsId('merchant') merchantId!: string;
  @IsMerchantName() merchantName!: string;
  @IsText(LIVE_REQUEST_MAX_CHARACTERS, 1) business!: string;
  @IsId('member') requestedBy!: string;
  @IsTimestamp() requestedAt!: string;
}
export class LiveRequestsListed {
  @IsListOf(() => OpenLiveRequest, LIVE_REQUESTS_MAX)
  requests!: OpenLiveRequest[];
  @IsBoolean() hasMore!: boolean;
}
/** The open requests for live mode, oldest first, for the installation's team. Setting `liveActive` accepts one. */
export const listLiveRequests = defineCommand({
  name: 'list-live-requests',
  owner: 'auth',
  callers: [],
  request: ListLiveRequestsCommand,
  answer: LiveRequestsListed,
  key: () => 'live-requests',
  unordered: true,
});

export class DeclineLiveRequestCommand {
  @IsId('merchant') merchantId!: string;
  /** Shown to the account. */
  @IsNewLine(LIVE_REQUEST_REASON_MAX_CHARACTERS) reason!: string;
}
/** Declines an open request for live mode, which is decided once. The account may ask again. */
export const declineLiveRequest = defineCommand({
  name: 'decline-live-request',
  owner: 'auth',
  callers: [],
  request: DeclineLiveRequestCommand,
  answer: LiveRequest,
  refusals: ['parameter_invalid'],
});
