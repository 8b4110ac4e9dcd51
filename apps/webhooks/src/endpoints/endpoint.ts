import type {
  EndpointDisabledReason,
  Mode,
  OfWebhookEndpoint,
  Sealed,
  WebhookEndpointInfo,
  WebhookEndpointStatus,
} from '@paygate/contracts';

export type EndpointState = WebhookEndpointStatus | 'deleted';

/** An endpoint that a merchant has registered. */
export interface Endpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  readonly description: string | null;
  readonly events: readonly string[];
  readonly ordered: boolean;
  /** Seconds before each retry; null for the usual schedule. */
  readonly retrySchedule: readonly number[] | null;
  readonly state: EndpointState;
  readonly disabledReason: EndpointDisabledReason | null;
  /** Deliveries wait until then; null while none is held back. */
  readonly breakerUntil: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A secret that signs the deliveries of an endpoint. */
export interface LiveSecret {
  readonly sealed: Sealed;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** An endpoint with its live secrets, oldest first. */
export interface EndpointWithSecrets {
  readonly endpoint: Endpoint;
  readonly secrets: readonly LiveSecret[];
}

/** The facts about an endpoint that its merchant may know; a deleted one is none. */
export function endpointInfo({ endpoint, secrets }: EndpointWithSecrets): WebhookEndpointInfo {
  const { endpointId, mode, url, description, events, ordered, retrySchedule, state, disabledReason } = endpoint;
  const until = endpoint.breakerUntil?.toISOString() ?? null;
  if (state === 'deleted') throw new TypeError('a deleted endpoint is answered like a missing one');
  return {
    ...{ endpointId, mode, url, description, events: [...events], ordered },
    retrySchedule: retrySchedule === null ? null : [...retrySchedule],
    ...{ status: state, disabledReason, circuit: { state: until === null ? 'closed' : 'open', until } },
    secrets: secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
    ...{ createdAt: endpoint.createdAt.toISOString(), updatedAt: endpoint.updatedAt.toISOString() },
  };
}

/** The endpoint that a command names, in the account that it names. */
export type EndpointKey = Pick<OfWebhookEndpoint, 'endpointId' | 'merchantId' | 'mode'>;
