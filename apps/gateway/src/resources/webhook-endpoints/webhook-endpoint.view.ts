import type { WebhookEndpointInfo, WebhookEndpointView } from '@paygate/contracts';
import { idPattern } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';

const ENDPOINT_ID = idPattern('webhookEndpoint');

/** A request about one endpoint. */
export type OneEndpoint = FastifyRequest<{ Params: { id: string } }>;

/** A malformed id is answered like the id of no endpoint. */
export function endpointIdOf({ params }: OneEndpoint): string {
  if (!ENDPOINT_ID.test(params.id)) throw new PaygateError('webhook_endpoint_not_found');
  return params.id;
}

/** An endpoint as its merchant sees it. */
export function endpointViewOf({ endpointId, ...info }: WebhookEndpointInfo): WebhookEndpointView {
  const { mode, url, description, events, ordered, retrySchedule } = info;
  const { status, disabledReason, circuit, secrets, createdAt, updatedAt } = info;
  return {
    ...{ id: endpointId, object: 'webhook_endpoint', mode, url, description, events, ordered, retrySchedule },
    ...{ status, disabledReason, circuit, secrets, createdAt, updatedAt },
  };
}
