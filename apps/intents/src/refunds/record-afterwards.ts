import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { OutboxEntry, Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { AskForOutcomes } from '../charging/ask-for-outcomes.js';
import { Contradiction } from '../domain/intent.js';
import type { Read } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';

/** What has happened to the charge of a completed intent, as charging has published it. */
export interface Afterwards {
  readonly intentId: string;
}

/** An intent after a message, with the events of that. */
export interface Recorded {
  readonly intent: Read['intent'];
  readonly events: readonly OutboxEntry[];
}

/** Records what happens to intents after they are completed, each once. A message that is delivered again is not looked at. */
@Injectable()
export class RecordAfterwards {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly intents: IntentsRepository,
    private readonly outcomes: AskForOutcomes,
  ) {}

  async record<Payload extends Afterwards>(
    messages: readonly Received<Payload>[],
    modeOf: (payload: Payload) => Mode,
    recordedOf: (read: Read, message: Received<Payload>) => Recorded,
  ): Promise<void> {
    const byIntent = new Map(messages.map((message) => [message.payload.intentId, message]));
    // only a lost outcome comes after such a message
    await this.outcomes.askAbout([...byIntent.keys()]);
    await this.unitOfWork.run(async (tx) => {
      const fresh = await tx.firstTime(messages);
      const news = [...byIntent].filter(([, { id }]) => fresh.has(id));
      const locked = await this.intents.lock(
        tx,
        news.map(([intentId]) => intentId),
      );
      const known = new Set(locked.map(({ intent }) => intent.id));
      // an intent of test mode may have been deleted after its retention
      if (news.some(([id, { payload }]) => !known.has(id) && modeOf(payload) === 'live'))
        throw new Contradiction('money is given back of an intent that does not exist');
      const changes = locked.flatMap((read) => {
        const message = byIntent.get(read.intent.id);
        return message === undefined ? [] : [recordedOf(read, message)];
      });
      await this.intents.write(
        tx,
        changes.map(({ intent }) => ({ from: intent.status, intent })),
        changes.flatMap(({ events }) => events),
      );
    });
  }
}
