/** Endpoints that a merchant may have in a mode, paused and disabled ones included. */
export const WEBHOOK_ENDPOINTS_MAX = 16;
/** Webhook endpoints that a merchant may create in each mode within 24 hours, those that it has deleted since included. */
export const WEBHOOK_ENDPOINTS_PER_DAY = 200;
export const WEBHOOK_URL_MAX_LENGTH = 2_048;
export const EVENT_FILTERS_MAX = 32;
/** Secrets that sign the deliveries of one endpoint at a time. */
export const WEBHOOK_SECRETS_MAX = 3;
/** The longest time for which earlier secrets still sign after a rotation. Seconds: 7 days. */
export const SECRET_OVERLAP_MAX_SECONDS = 604_800;

/** `enabled` receives; `paused` by the merchant and `disabled` by Paygate keep their deliveries until they are enabled again. */
export const webhookEndpointStatuses = ['enabled', 'paused', 'disabled'] as const;
export type WebhookEndpointStatus = (typeof webhookEndpointStatuses)[number];

/** `open` after failures in a row: deliveries wait until a time, and then one is tried first. */
export const webhookCircuitStates = ['closed', 'open'] as const;
export type WebhookCircuitState = (typeof webhookCircuitStates)[number];

/** The reason for which Paygate has disabled an endpoint: it answered 410, or no delivery succeeded for days. */
export const endpointDisabledReasons = ['gone', 'failing'] as const;
export type EndpointDisabledReason = (typeof endpointDisabledReasons)[number];

/** The delays of an endpoint's own retry schedule: how many, and the longest. Seconds. */
export const RETRY_DELAYS_MAX = 32;
export const RETRY_DELAY_MAX_SECONDS = 604_800;

/** `parked`: its endpoint is paused or disabled, and it is sent once that is enabled. */
export const webhookDeliveryStatuses = ['pending', 'parked', 'delivered', 'failed'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

/** The reason for which an attempt got no answer; `dns`: the host has no public address. */
export const attemptErrors = ['timeout', 'connection', 'dns', 'tls'] as const;
export type AttemptError = (typeof attemptErrors)[number];

export const EVENTS_PAGE_MAX = 100;
export const DELIVERIES_PAGE_MAX = 100;
/** Attempts that are shown of one delivery, the newest, and how much of each answer. */
export const ATTEMPTS_SHOWN_MAX = 100;
export const EXCERPT_SHOWN_MAX_LENGTH = 512;
/** The longest wait of a list for an event. */
export const LIST_WAIT_MAX_MS = 5_000;

/** `canceled`: its endpoint was deleted. */
export const webhookRecoveryStatuses = ['running', 'completed', 'canceled'] as const;
export type WebhookRecoveryStatus = (typeof webhookRecoveryStatuses)[number];
/** Deliveries that a recovery makes due per second. */
export const RECOVERY_RATE_PER_SECOND = 100;
