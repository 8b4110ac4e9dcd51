import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { CallbackSender } from '../callbacks/callback-sender.js';
import { Decisions } from './decisions.js';

const BATCH = 100;
const RETRY_MS = 500;
/** The longest sleep of a timer is days, but the clock of the payments can be set. */
const LONGEST_SLEEP_MS = 5_000;

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
      let nextMs = await this.decisions.untilNextDue();
      if (nextMs !== undefined && nextMs <= 0) {
        if ((await this.decisions.decideDue(BATCH)) === BATCH) this.#pending = true;
        if ((await this.sender.sendDue(BATCH)) === BATCH) this.#pending = true;
        nextMs = await this.decisions.untilNextDue();
      }
      this.#troubled = false;
      return Math.min(LONGEST_SLEEP_MS, Math.max(1, nextMs ?? LONGEST_SLEEP_MS));
    } catch (error) {
      if (!this.#troubled) this.logger.error('due payments could not be decided and will be tried again', error);
      this.#troubled = true;
      return RETRY_MS;
    }
  }
}
