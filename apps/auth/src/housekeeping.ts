import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Health, Logger, ShutdownCoordinator } from '@paygate/platform';
import type { Chore } from './chores.js';
import { Chores } from './chores.js';

const RETRY_AFTER_SECONDS = 1;

/** What the service does by itself. Ready once the first round is done: before that no key may exist to sign with. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap {
  readonly #done = new Set<string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #underWay = new Map<string, Promise<void>>();
  #ended = false;

  constructor(
    private readonly chores: Chores,
    health: Health,
    shutdown: ShutdownCoordinator,
    private readonly logger: Logger,
  ) {
    health.register('housekeeping', () => chores.list.every(({ name }) => this.#done.has(name)));
    shutdown.on('finish', 'housekeeping', () => this.#end());
  }

  onApplicationBootstrap(): void {
    void this.chores.possible.then(() => {
      for (const chore of this.chores.list) this.#begin(chore);
    });
  }

  #begin(chore: Chore): void {
    if (this.#ended) return;
    this.#underWay.set(chore.name, this.#turn(chore));
  }

  async #turn(chore: Chore): Promise<void> {
    let pauseSeconds = chore.everySeconds;
    try {
      await chore.work(!this.#done.has(chore.name));
      this.#done.add(chore.name);
    } catch (error) {
      this.logger.error('housekeeping failed and will be tried again', error, { step: chore.name });
      pauseSeconds = RETRY_AFTER_SECONDS;
    }
    if (this.#ended) return;
    const timer = setTimeout(() => {
      this.#begin(chore);
    }, pauseSeconds * 1000);
    this.#timers.set(chore.name, timer);
  }

  async #end(): Promise<void> {
    this.#ended = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#underWay.values());
  }
}
