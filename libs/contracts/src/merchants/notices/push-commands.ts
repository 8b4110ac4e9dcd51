import { IsBoolean, IsIn, IsString, Matches } from 'class-validator';
import { applyDecorators } from '../../schema/decorators.js';
import { NotedCreation } from '../../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../../schema/declarations.js';
import { IsDigest, IsId, IsListOf, IsSealed } from '../../schema/fields.js';
import { defineCommand } from '../../kernel/message.js';
import type { Language } from '../../vocabulary/languages.js';
import { languages } from '../../vocabulary/languages.js';
import type { Sealed } from '../../vocabulary/sealed.js';
import { checkPushEndpoint } from './push-messages.js';

/** Browsers of one person that get notices; another one replaces the oldest. */
export const PUSH_SUBSCRIPTIONS_MAX = 5;

const EXAMPLE_DIGEST = 'pTQ3pKQ6s0yUo5Zq0mB4s3bq4c0Wm1yq0mT3o3Zk5uE';

/** An uncompressed point of P-256: 65 bytes, the first of which is 4, in base64url. */
const POINT = /^B[A-P][A-Za-z0-9_-]{84}[AEIMQUYcgkosw048]$/;
/** 16 bytes in base64url. */
const AUTH_SECRET = /^[A-Za-z0-9_-]{21}[AQgw]$/;

/** A public key of P-256 as browsers write it (RFC 8291, RFC 8292). */
export const IsPushKey = (): PropertyDecorator =>
  applyDecorators(IsString(), Matches(POINT, { message: 'must be a public key of P-256: 65 bytes in base64url' }));

/** The authentication secret of a subscription (RFC 8291, section 3.2). */
export const IsPushSecret = (): PropertyDecorator =>
  applyDecorators(IsString(), Matches(AUTH_SECRET, { message: 'must be 16 bytes in base64url' }));

/** A browser that gets notices. */
export class PushSubscriptionView {
  @Note({
    description: 'SHA-256 of the address at the push service, in base64url: a browser recognises its own by it.',
    example: EXAMPLE_DIGEST,
  })
  @IsDigest()
  endpointSha256!: string;

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'True when the session of this request has made or renewed it.', example: true })
  @IsBoolean()
  current!: boolean;
}

export class ReadPushCommand {
  /** The session that asks. */
  @IsId('dashboardSession') sessionId!: string;
}
export class PushState {
  /** The key by which push services know this installation; null where it sends no push messages. */
  @IsNullable() @IsPushKey() publicKey!: string | null;
  @IsListOf(() => PushSubscriptionView, PUSH_SUBSCRIPTIONS_MAX) subscriptions!: PushSubscriptionView[];
}
/** Returns the browsers in which the person of a session gets notices, newest first. */
export const readPush = defineCommand({
  name: 'read-push',
  owner: 'auth',
  request: ReadPushCommand,
  answer: PushState,
  key: (request) => request.sessionId,
  unordered: true,
  refusals: ['token_invalid'],
});

/** Both secrets are sealed for auth. */
export class StartPushCommand extends ReadPushCommand {
  @IsSealed() endpoint!: Sealed;
  @IsPushKey() p256dh!: string;
  @IsSealed() auth!: Sealed;
  @IsIn(languages) language!: Language;
}
/**
 * Has notices sent to a browser of the person of a session. The address is the browser's: another person's notices stop there. Repeating it
 * changes nothing.
 */
export const startPush = defineCommand({
  name: 'start-push',
  owner: 'auth',
  request: StartPushCommand,
  answer: PushState,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'channel_unsupported', ...checkPushEndpoint.refusals],
});

export class StopPushCommand extends ReadPushCommand {
  @IsDigest() endpointSha256!: string;
}
/** Stops the notices to a browser of the person of a session. Repeating it changes nothing; the address of another person is unknown. */
export const stopPush = defineCommand({
  name: 'stop-push',
  owner: 'auth',
  request: StopPushCommand,
  answer: PushState,
  key: (request) => request.sessionId,
  refusals: ['token_invalid'],
});
