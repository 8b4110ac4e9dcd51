import type { WebhookEndpointInfo } from '@paygate/contracts';
import { WebhookEndpointView } from '@paygate/contracts';
import type { FastifyRequest } from 'fastify';
import { viewsOf } from '../../views.js';
import { pathIdOf } from '../../../requests/path-id.js';

export const endpointIdOf = pathIdOf('webhookEndpoint', 'webhook_endpoint_not_found');

/** A request about one endpoint. */
export type OneEndpoint = FastifyRequest<{ Params: { id: string } }>;

const views = viewsOf(WebhookEndpointView);

/** An endpoint as its merchant sees it. */
export function endpointViewOf({ endpointId: id, ...info }: WebhookEndpointInfo): WebhookEndpointView {
  return views({ id, object: 'webhook_endpoint', ...info });
}
