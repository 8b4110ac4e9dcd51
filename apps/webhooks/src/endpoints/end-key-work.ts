import { Injectable } from '@nestjs/common';
import type { KeyWorkEnded, KeyWorkView } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { emitAct } from './emit-act.js';
import { EndpointsRepository } from './endpoints.repository.js';

/**
 * Ends what a revoked API key did at endpoints. One that it created is deleted. One that it changed is paused, because it may send events
 * elsewhere: its deliveries wait until its merchant has looked at it. Where the key made a secret, it also gets a secret that nobody
 * knows, and its merchant makes the next one.
 */
@Injectable()
export class EndKeyWork {
  constructor(
    private readonly endpoints: EndpointsRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  end(batch: readonly Received<KeyWorkEnded>[]): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      for (const message of batch.filter(({ id }) => first.has(id)))
        for (const work of message.payload.work)
          if (work.object === 'webhook_endpoint') await this.#endOne(tx, message, work);
    });
  }

  async #endOne(tx: Transaction, message: Received<KeyWorkEnded>, { id: endpointId, act }: KeyWorkView): Promise<void> {
    const { merchantId, mode } = message.payload;
    const key = { endpointId, merchantId, mode };
    const found = await this.endpoints.lock(tx, key);
    if (found === undefined) return;
    if (act === 'created') {
      await this.endpoints.delete(tx, key);
      emitAct(tx, message, 'webhook_endpoint.deleted', endpointId);
      return;
    }
    if (act === 'secret_rotated') await this.endpoints.addSecret(tx, endpointId, generateWebhookSecret(), 0);
    if (found.endpoint.state !== 'enabled') return;
    await this.endpoints.update(tx, endpointId, { ...found.endpoint, state: 'paused' });
    emitAct(tx, message, 'webhook_endpoint.paused', endpointId);
  }
}
