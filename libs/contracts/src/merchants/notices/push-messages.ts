import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { defineCommand } from '../../kernel/message.js';
import { IsIntBetween, IsSealed } from '../../schema/fields.js';
import type { Sealed } from '../../vocabulary/sealed.js';

/** The longest address of a subscription at a push service. Characters. */
export const PUSH_ENDPOINT_MAX_CHARACTERS = 2_048;
/** The longest time for which a push service keeps a message. Seconds. */
export const PUSH_TTL_MAX_SECONDS = 86_400;

/** 4,096 bytes, the most that a push service must take (RFC 8030, section 7.2), in base64. */
const PUSH_BODY = /^[A-Za-z0-9+/]{4,5464}={0,2}$/;

export class CheckPushEndpointCommand {
  /** The address of a subscription, sealed for webhooks. */
  @IsSealed() endpoint!: Sealed;
}
export class PushEndpointChecked {
  @IsIn(['usable']) state!: 'usable';
}
/** Refuses the address of a subscription to which nothing could be sent: not https, or not a name with a public address. */
export const checkPushEndpoint = defineCommand({
  name: 'check-push-endpoint',
  owner: 'webhooks',
  callers: ['auth'],
  request: CheckPushEndpointCommand,
  answer: PushEndpointChecked,
  key: (request) => request.endpoint,
  unordered: true,
  refusals: ['parameter_invalid'],
});

export const pushUrgencies = ['normal', 'high'] as const;
export type PushUrgency = (typeof pushUrgencies)[number];

/** A message to one subscription (RFC 8030), encrypted for its browser (RFC 8291). */
export class PostPushCommand {
  /** The address of the subscription, sealed for webhooks: whoever has it can send to it. */
  @IsSealed() endpoint!: Sealed;
  /** The value of the header Authorization (RFC 8292), sealed for webhooks. */
  @IsSealed() authorization!: Sealed;
  /** The encrypted body in base64. */
  @IsString() @Matches(PUSH_BODY) body!: string;
  @IsIntBetween(0, PUSH_TTL_MAX_SECONDS) ttlSeconds!: number;
  @IsIn(pushUrgencies) urgency!: PushUrgency;
  /** A later message with the same topic replaces one that the browser has not got yet (RFC 8030, section 5.4). */
  @IsString() @Matches(/^[A-Za-z0-9_-]{32}$/) topic!: string;
}

/** `sent`: the push service has it. `gone`: the subscription has ended. `refused`: another try would be refused, too. `failed`: it may be tried again. */
export const pushOutcomes = ['sent', 'gone', 'refused', 'failed'] as const;
export type PushOutcome = (typeof pushOutcomes)[number];

export class PushPosted {
  @IsIn(pushOutcomes) outcome!: PushOutcome;
  /** The wait that the push service asked for. */
  @IsOptional() @IsIntBetween(0, PUSH_TTL_MAX_SECONDS) retryAfterSeconds?: number;
}
/** Makes one attempt to send a message to a push service. A repetition sends it again, and it replaces the first by its topic. */
export const postPush = defineCommand({
  name: 'post-push',
  owner: 'webhooks',
  callers: ['auth'],
  request: PostPushCommand,
  answer: PushPosted,
  key: (request) => request.endpoint,
  unordered: true,
});
