import { IsIn } from 'class-validator';
import { operationsOf } from '../../kernel/operation.js';
import { sessionHeaders, unstoredIdempotencyKey } from '../../kernel/request-headers.js';
import { ofPerson } from '../../kernel/stored.js';
import { IsNullable, Note } from '../../schema/declarations.js';
import { IsListOf, IsText } from '../../schema/fields.js';
import type { Language } from '../../vocabulary/languages.js';
import { languages } from '../../vocabulary/languages.js';
import { PUSH_ENDPOINT_MAX_CHARACTERS } from './push-messages.js';
import {
  IsPushKey,
  IsPushSecret,
  PUSH_SUBSCRIPTIONS_MAX,
  PushSubscriptionView,
  readPush,
  startPush,
  stopPush,
} from './push-commands.js';

const EXAMPLE_ENDPOINT = 'https://push.example/send/eKq0Xb3mTnc';
const EXAMPLE_KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';

export class PushNoticesView {
  @Note({ example: 'push_notices' })
  @IsIn(['push_notices'])
  object!: 'push_notices';

  @Note({
    description:
      'The key with which a browser subscribes (`applicationServerKey`, RFC 8292). Null when this Paygate sends no push messages.',
    example: EXAMPLE_KEY,
  })
  @IsNullable()
  @IsPushKey()
  publicKey!: string | null;

  @Note({ description: 'The browsers that get the notices, newest first.' })
  @IsListOf(() => PushSubscriptionView, PUSH_SUBSCRIPTIONS_MAX)
  subscriptions!: PushSubscriptionView[];
}

const ENDPOINT = 'The address of the subscription at the push service (`PushSubscription.endpoint`).';

export class StartPushRequest {
  @Note({
    description: `${ENDPOINT} It uses https, and its host is a name with a public address.`,
    example: EXAMPLE_ENDPOINT,
  })
  @IsText(PUSH_ENDPOINT_MAX_CHARACTERS, 1)
  endpoint!: string;

  @Note({ description: 'The public key of the browser (`getKey("p256dh")`), in base64url.', example: EXAMPLE_KEY })
  @IsPushKey()
  p256dh!: string;

  @Note({
    description: 'The authentication secret of the browser (`getKey("auth")`), in base64url.',
    example: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  @IsPushSecret()
  auth!: string;

  @Note({ description: 'The language of the notices in this browser.', example: 'fr' })
  @IsIn(languages)
  language!: Language;
}

export class StopPushRequest {
  @Note({ description: ENDPOINT, example: EXAMPLE_ENDPOINT })
  @IsText(PUSH_ENDPOINT_MAX_CHARACTERS, 1)
  endpoint!: string;
}

const own = { key: 'session', scope: null } as const;

/** The browsers in which a signed-in person gets notices (Web Push). */
export const pushOperations = operationsOf({
  readPush: {
    ...own,
    method: 'GET',
    path: '/dashboard/push',
    summary: 'Read your push notices',
    description: `The browsers in which the signed-in person gets notices by Web Push, at most ${PUSH_SUBSCRIPTIONS_MAX}.`,
    headers: sessionHeaders,
    answer: PushNoticesView,
    errors: readPush.refusals,
  },
  startPush: {
    ...own,
    method: 'POST',
    path: '/dashboard/push',
    summary: 'Get notices in a browser',
    description: `Has the notices of the signed-in person sent to a browser, for all their accounts. A sixth browser replaces the oldest. The subscription ends when the browser ends it, when the session that made or renewed it is ended by sign-out or by its person, and with a new password, which keeps only the subscription of its own session. An address that another person used is theirs no more. Where this Paygate sends no push messages, the answer is 400 \`channel_unsupported\`.`,
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: StartPushRequest,
    answer: PushNoticesView,
    stores: ofPerson('setting', 'audit_record'),
    errors: startPush.refusals,
  },
  stopPush: {
    ...own,
    method: 'POST',
    path: '/dashboard/push/stop',
    summary: 'Stop notices in a browser',
    description:
      'Sends no more notices to a browser of the signed-in person, not even one that waits. An address that is not known is answered alike.',
    headers: [...sessionHeaders, unstoredIdempotencyKey],
    body: StopPushRequest,
    answer: PushNoticesView,
    stores: ofPerson('audit_record'),
    errors: stopPush.refusals,
  },
});
