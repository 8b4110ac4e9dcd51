import { Injectable } from '@nestjs/common';
import { intentExpired } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { Intent } from '../domain/intent.js';
import { expired } from '../domain/intent.js';
import type { Read } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { eventOf } from '../intents.view.js';

/** Makes lapsed intents EXPIRED, each once, with its one event. */
@Injectable()
export class ExpireIntents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
  ) {}

  /** Expires the lapsed ones of the intents that `lock` locks; returns all of them, as they are now. */
  expire(lock: (intents: IntentsRepository, tx: Transaction) => Promise<readonly Read[]>): Promise<readonly Intent[]> {
    return this.unitOfWork.run(async (tx) => {
      const locked = (await lock(this.intents, tx)).map(({ intent, at }) => {
        const moment = { at, eventId: newId('event') };
        return { intent, moment, expired: expired(intent, moment) };
      });
      const lapsed = locked.flatMap(({ intent: { status: from }, moment, expired: intent }) =>
        intent === undefined ? [] : [{ from, intent, moment }],
      );
      const events = lapsed.map((change) => eventOf(intentExpired, change));
      await this.intents.write(tx, lapsed, events);
      return locked.map(({ intent, expired: now }) => now ?? intent);
    });
  }
}
