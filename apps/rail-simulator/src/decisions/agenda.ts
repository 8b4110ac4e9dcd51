import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { CallbackSender } from '../callbacks/callback-sender.js';
import { Decisions } from './decisions.js';

const BATCH = 100;
/** A failed look is repeated after this time at the latest. */
const LONGEST_SLEEP_MS = 500;

/** Does what is due when its time has come. All of it is in the database, so a restart forgets nothing. */
@Injectable()
export class Agenda implements OnApplicationBootstrap {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** Something became due during the look under way. */
  #pending = false;
  #ended = false;
  #troubled = false;

  constructor(
    private readonly decisions: Decisions,
    private readonly sender: CallbackSender,
    private readonly logger: Logger,
    shutdown: ShutdownCoordinator,
  ) {
    shutdown.on('finish', 'agenda', async () => {
      this.#ended = true;
      await this.#running;
      clearTimeout(this.#timer);
    });
  }

  onApplicationBootstrap(): void {
    this.wake();
  }

  /** Looks at once, because something may be due. */
  wake(): void {
    this.#pending = true;
    if (this.#ended || this.#running !== undefined) return;
    clearTimeout(this.#timer);
    this.#running = this.#look().then((sleepMs) => {
      this.#running = undefined;
      if (this.#pending) this.wake();
      else
        this.#timer = setTimeout(() => {
          this.wake();
        }, sleepMs);
    });
  }

  /** Returns how long to sleep. Milliseconds. */
  async #look(): Promise<number> {
    this.#pending = false;
    try {
      if ((await this.decisions.decideDue(BATCH)) === BATCH) this.#pending = true;
      if ((await this.sender.sendDue(BATCH)) === BATCH) this.#pending = true;
      this.#troubled = false;
      const nextMs = (await this.decisions.untilNextDue()) ?? LONGEST_SLEEP_MS;
      return Math.min(LONGEST_SLEEP_MS, Math.max(1, nextMs));
    } catch (error) {
      if (!this.#troubled) this.logger.error('due payments could not be decided and will be tried again', error);
      this.#troubled = true;
      return LONGEST_SLEEP_MS;
    }
  }
}
