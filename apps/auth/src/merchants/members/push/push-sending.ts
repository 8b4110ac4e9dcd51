import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { PushOutcome } from '@paygate/contracts';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import type { DuePushMessage } from './push-messages.repository.js';
import { PushMessagesRepository } from './push-messages.repository.js';
import { PushOutcomes } from './push-outcomes.js';
import { PushPost } from './push-post.js';

const EVERY_SECONDS = 1;
/** Messages that one run sends. They are sent at once, so that no answer is waited for longer than a message's first pause. */
const BATCH = 20;

/** Sends each message until a push service has it, or it is not worth sending any more. */
@Injectable()
export class PushSending implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly messages: PushMessagesRepository,
    private readonly requests: PushPost,
    private readonly outcomes: PushOutcomes,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.requests.isPossible) return;
    this.#search = this.scheduler.search({
      name: 'push-messages',
      everySeconds: EVERY_SECONDS,
      work: () => this.send(),
    });
  }

  /** Looks for messages at once. */
  wake(): void {
    this.#search?.wake();
  }

  /** Sends the messages that are due, a batch of them. Resolves to the seconds until others are. */
  async send(): Promise<number | undefined> {
    const { messages, dueSeconds } = await this.messages.take(BATCH);
    await Promise.all(messages.map((message) => this.#send(message)));
    return dueSeconds;
  }

  async #send(message: DuePushMessage): Promise<void> {
    if (!message.isWanted) return this.messages.end(message);
    if (message.secondsLeft <= 0) return this.#end(message, 'failed');
    const { outcome, retryAfterSeconds } = await this.requests.post(message);
    if (outcome === 'failed') {
      if (retryAfterSeconds !== undefined) await this.messages.putOff(message, retryAfterSeconds);
      return;
    }
    if (outcome === 'gone') await this.messages.deleteBrowser(message);
    await this.#end(message, outcome);
  }

  async #end(message: DuePushMessage, outcome: PushOutcome): Promise<void> {
    await this.messages.end(message);
    this.outcomes.record(outcome);
  }
}
