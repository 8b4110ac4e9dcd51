import { Injectable } from '@nestjs/common';
import type { Reply, RotateWebhookSecretCommand, WebhookSecretIssued } from '@paygate/contracts';
import { accept, refuse, WEBHOOK_SECRETS_MAX } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { applied } from './applied.js';
import { emitAct } from './emit-act.js';
import { endpointInfo } from './endpoint.js';
import { EndpointsRepository } from './endpoints.repository.js';
import { IdempotentRequests } from './idempotent-requests.js';

const LIMIT = { detail: `At most ${WEBHOOK_SECRETS_MAX} secrets of an endpoint are live at once.` };

/** Gives an endpoint a new secret beside those it has, which end after an overlap. */
@Injectable()
export class RotateSecret {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly requests: IdempotentRequests,
    private readonly sealer: Sealer,
  ) {}

  async rotate(message: Received<RotateWebhookSecretCommand>): Promise<Reply<WebhookSecretIssued>> {
    const { payload: request, producer } = message;
    const { endpointId, overlapSeconds } = request;
    const reply = await this.requests.once<WebhookSecretIssued>(
      'rotate-webhook-secret',
      request,
      async (tx) => {
        const found = await this.endpoints.lock(tx, request);
        if (found === undefined) return refuse('webhook_endpoint_not_found');
        const kept = overlapSeconds === 0 ? 0 : found.secrets.length;
        if (kept >= WEBHOOK_SECRETS_MAX) return refuse('webhook_secret_limit_reached', LIMIT);
        const secret = generateWebhookSecret();
        await this.endpoints.addSecret(tx, endpointId, secret, overlapSeconds);
        emitAct(tx, message, 'webhook_endpoint.secret_rotated', endpointId);
        const rotated = await this.endpoints.find(request, tx);
        if (rotated === undefined) return refuse('webhook_endpoint_not_found');
        return accept({
          endpoint: endpointInfo(rotated),
          secret: this.sealer.seal(producer, secret, 'webhook-endpoint.secret'),
        });
      },
      ({ endpoint }) => ({ endpoint }),
    );
    if (reply.ok) await applied();
    return reply;
  }
}
