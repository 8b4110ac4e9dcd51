import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { NotedCreation, NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import {
  IsEventFilterList,
  IsId,
  IsIntBetween,
  IsListOf,
  IsNested,
  IsRetrySchedule,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { Mode } from '../vocabulary/modes.js';
import type { EndpointDisabledReason, WebhookCircuitState, WebhookEndpointStatus } from '../vocabulary/webhooks.js';
import {
  endpointDisabledReasons,
  SECRET_OVERLAP_MAX_SECONDS,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_SECRETS_MAX,
  WEBHOOK_URL_MAX_LENGTH,
  webhookCircuitStates,
  webhookEndpointStatuses,
} from '../vocabulary/webhooks.js';

/** Bodies of requests and answers about webhook endpoints. */
const URL_RULES =
  'An https URL whose host is a name that resolves to a public address, without user name, password and fragment. In test mode http is accepted too.';
const ORDERED =
  'Deliver the events one at a time, in order: an event that fails holds back the later ones until it is delivered or given up.';
const SCHEDULE =
  'The seconds before each retry, instead of the usual schedule of Paygate. After the last retry the delivery has failed.';

export class CreateWebhookEndpointRequest {
  @Note({ description: URL_RULES, example: 'https://shop.example/webhooks' })
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1)
  url!: string;

  @Note({
    description:
      'The events that it receives: types, families such as `payment.*`, or `*` for all but those about operators, which have to be named.',
    example: ['payment.completed', 'payment.failed'],
  })
  @IsEventFilterList()
  events!: string[];

  @Note({ description: 'A note that distinguishes your endpoints.', example: 'order system' })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({ description: `${ORDERED} False when absent.`, example: false })
  @IsOptional()
  @IsBoolean()
  ordered?: boolean | null;

  @Note({ description: SCHEDULE, example: [5, 60, 600, 3_600] })
  @IsOptional()
  @IsRetrySchedule()
  retrySchedule?: number[] | null;
}

export class UpdateWebhookEndpointRequest {
  @Note({
    description: `${URL_RULES} Deliveries that wait are due at once, and go to the new URL.`,
    example: 'https://shop.example/hooks',
  })
  @IsOptional()
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1)
  url?: string | null;

  @Note({ description: 'The new list of events that it receives.', example: ['payment.*'] })
  @IsOptional()
  @IsEventFilterList()
  events?: string[] | null;

  @Note({ description: 'A note that distinguishes your endpoints. An empty text removes it.', example: 'order system' })
  @IsOptional()
  @IsText(500)
  description?: string | null;

  @Note({ description: ORDERED, example: true })
  @IsOptional()
  @IsBoolean()
  ordered?: boolean | null;

  @Note({ description: `${SCHEDULE} An empty list restores the usual schedule.`, example: [] })
  @IsOptional()
  @IsRetrySchedule()
  retrySchedule?: number[] | null;

  @Note({
    description:
      '`paused` stops deliveries and keeps them; `enabled` resumes them, and sends at once those that were kept or waited for a later attempt. An endpoint that Paygate has disabled is enabled in the same way.',
    example: 'enabled',
  })
  @IsOptional()
  @IsIn(['enabled', 'paused'])
  status?: 'enabled' | 'paused' | null;
}

export class RotateWebhookSecretRequest {
  @Note({
    description:
      'The time, in seconds, for which the present secret continues to sign beside the new one; one day when absent, at most seven days. Older secrets end when they were to end. 0 ends all earlier secrets at once.',
    example: 86_400,
  })
  @IsOptional()
  @IsIntBetween(0, SECRET_OVERLAP_MAX_SECONDS)
  overlapSeconds?: number | null;
}

/** A secret that signs deliveries, without its text. */
export class WebhookSecretView {
  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The end of the overlap of this secret; null for the newest one.', example: null })
  @IsNullable()
  @IsTimestamp()
  expiresAt!: string | null;
}

/** The reason that holds the deliveries of an endpoint back. */
export class WebhookCircuitView {
  @Note({
    description:
      '`open` after failures in a row, or while an ordered endpoint waits to try its first event again. Nothing is sent before `until`; then one delivery is tried first, and its success closes the breaker.',
    example: 'closed',
  })
  @IsIn(webhookCircuitStates)
  state!: WebhookCircuitState;

  @Note({
    description: 'The time at which the endpoint is tried again; null while the breaker is closed.',
    example: null,
  })
  @IsNullable()
  @IsTimestamp()
  until!: string | null;
}

export class WebhookEndpointView {
  @Note({ example: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja' })
  @IsId('webhookEndpoint')
  id!: string;

  @Note({ example: 'webhook_endpoint' })
  @IsIn(['webhook_endpoint'])
  object!: 'webhook_endpoint';

  @NotedMode()
  mode!: Mode;

  @Note({ example: 'https://shop.example/webhooks' })
  @IsText(WEBHOOK_URL_MAX_LENGTH, 1)
  url!: string;

  @Note({ example: 'order system' })
  @IsNullable()
  @IsText(500, 1)
  description!: string | null;

  @Note({ example: ['payment.completed', 'payment.failed'] })
  @IsEventFilterList()
  events!: string[];

  @Note({ example: false })
  @IsBoolean()
  ordered!: boolean;

  @Note({ description: 'The seconds before each retry; null for the usual schedule.', example: null })
  @IsNullable()
  @IsRetrySchedule()
  retrySchedule!: number[] | null;

  @Note({
    description:
      '`paused` by you, or `disabled` by Paygate. In both cases events are kept, and are sent once the endpoint is enabled.',
    example: 'enabled',
  })
  @IsIn(webhookEndpointStatuses)
  status!: WebhookEndpointStatus;

  @Note({
    description:
      'The reason for which Paygate disabled the endpoint: `gone` when it answered 410, `failing` when no delivery succeeded for days.',
    example: null,
  })
  @IsNullable()
  @IsIn(endpointDisabledReasons)
  disabledReason!: EndpointDisabledReason | null;

  @Note({
    description:
      'The circuit breaker that holds its deliveries back after failures. Enabling the endpoint, or giving it another URL, closes the breaker.',
  })
  @IsNested(() => WebhookCircuitView)
  circuit!: WebhookCircuitView;

  @Note({ description: 'The secrets that sign its deliveries, oldest first.' })
  @IsListOf(() => WebhookSecretView, WEBHOOK_SECRETS_MAX)
  secrets!: WebhookSecretView[];

  @NotedCreation()
  createdAt!: string;

  @Note({ example: '2026-11-20T10:00:00.000Z' })
  @IsTimestamp()
  updatedAt!: string;
}

export class IssuedWebhookEndpointView extends WebhookEndpointView {
  @Note({
    description:
      'The secret that verifies deliveries. It is shown only once; the answer to a repeated request does not contain it.',
    example: 'whsec_…',
  })
  @MayBeAbsent()
  @IsText(128, 1)
  secret?: string;
}

/** All endpoints of the mode, newest first. */
export class WebhookEndpointPageAnswer {
  @IsListOf(() => WebhookEndpointView, WEBHOOK_ENDPOINTS_MAX)
  data!: WebhookEndpointView[];

  @Note({ description: `Always false: there are at most ${WEBHOOK_ENDPOINTS_MAX} endpoints.`, example: false })
  @IsBoolean()
  hasMore!: boolean;

  @Note({ example: null })
  @IsNullable()
  @IsId('webhookEndpoint')
  nextCursor!: string | null;
}
