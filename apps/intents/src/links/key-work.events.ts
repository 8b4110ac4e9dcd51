import { Controller } from '@nestjs/common';
import type { KeyWorkEnded } from '@paygate/contracts';
import { actedInIntents, keyWorkEnded, merchantActed } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch, UnitOfWork } from '@paygate/messaging';
import { originOf } from '../intents.view.js';
import { LinksRepository } from './links.repository.js';

/** Deactivates the payment links of revoked API keys. */
@Controller()
export class KeyWorkEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly links: LinksRepository,
  ) {}

  @HandleEventBatch(keyWorkEnded)
  ended(batch: readonly Received<KeyWorkEnded>[]): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      for (const message of batch.filter(({ id }) => first.has(id))) {
        const { merchantId, mode, work } = message.payload;
        const linkIds = work.filter(({ object }) => object === 'payment_link').map(({ id }) => id);
        for (const linkId of await this.links.deactivate(tx, { merchantId, mode }, linkIds))
          tx.emit(actedInIntents, merchantActed(message, 'payment_link.deactivated', linkId), originOf(message));
      }
    });
  }
}
