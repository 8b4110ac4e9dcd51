import type { WebhookEndpointInfo } from '@paygate/contracts';
import { idPattern, WebhookEndpointView } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { FastifyRequest } from 'fastify';
import { viewsOf } from '../../views.js';

const ENDPOINT_ID = idPattern('webhookEndpoint');

/** A request about one endpoint. */
export type OneEndpoint = FastifyRequest<{ Params: { id: string } }>;

/** A malformed id is answered like the id of no endpoint. */
export function endpointIdOf({ params }: OneEndpoint): string {
  if (!ENDPOINT_ID.test(params.id)) throw new PaygateError('webhook_endpoint_not_found');
  return params.id;
}

const views = viewsOf(WebhookEndpointView);

/** An endpoint as its merchant sees it. */
export function endpointViewOf({ endpointId: id, ...info }: WebhookEndpointInfo): WebhookEndpointView {
  return views({ id, object: 'webhook_endpoint', ...info });
}
