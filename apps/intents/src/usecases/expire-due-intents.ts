import { Inject, Injectable } from '@nestjs/common';
import { IntentsRepository } from '../intents.repository.js';
import { ExpireIntents } from './expire-intents.js';

const BATCH = 200;
/** When another instance is at work on what is due. */
const BUSY_PAUSE_MS = 500;
/** So late may an intent expire that was created, and lapsed, meanwhile; whoever looks at it sees it expired anyway. */
const LONGEST_PAUSE_MS = 2_000;

/** Expires what has lapsed though nobody looked. What another instance is working on is skipped. */
@Injectable()
export class ExpireDueIntents {
  constructor(
    @Inject(IntentsRepository) private readonly intents: IntentsRepository,
    @Inject(ExpireIntents) private readonly expireIntents: ExpireIntents,
  ) {}

  /** Gives the milliseconds until it is worth trying again. */
  async execute(): Promise<number> {
    const { readAt, expiresAt } = await this.intents.nextExpiry();
    if (expiresAt === null) return LONGEST_PAUSE_MS;
    const dueInMs = expiresAt.getTime() - readAt.getTime();
    if (dueInMs > 0) return Math.min(dueInMs, LONGEST_PAUSE_MS);
    const expired = await this.expireIntents.execute((intents, tx) => intents.lockDue(tx, BATCH));
    return expired.length > 0 ? 0 : BUSY_PAUSE_MS;
  }
}
