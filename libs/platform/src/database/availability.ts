import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../time/clock.js';
import { reasonOf } from '../errors/describe-error.js';
import type { Logger } from '../telemetry/logger.js';
import { PoolExhausted } from './errors.js';

const FIRST_DELAY_MS = 100;
const LONGEST_DELAY_MS = 2_000;
/** Also the maximum age of the clock's offset. */
const CHECK_INTERVAL_MS = 60_000;
/** A larger difference between the clocks of host and database is logged as a warning. */
const ALARMING_OFFSET_MS = 2_000;

export interface AvailabilityOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Asks the server for its time. */
  readonly reach: () => Promise<Date>;
}

/** True when the server answers. Checks after every failure, repeatedly until the server answers, and otherwise once a minute. */
export class Availability {
  readonly #options: AvailabilityOptions;
  readonly #stopped = new AbortController();
  readonly #reached = Promise.withResolvers<undefined>();
  #state: 'unknown' | 'up' | 'down' = 'unknown';
  #asking = false;
  #alarmed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
  }

  get available(): boolean {
    return this.#state === 'up';
  }

  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  start(): void {
    this.suspect();
    this.#timer = setInterval(() => {
      this.suspect();
    }, CHECK_INTERVAL_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#stopped.abort();
  }

  /** Checks, after a failure, whether the server answers or only one connection was lost. */
  suspect(): void {
    if (this.#asking || this.#stopped.signal.aborted) return;
    this.#asking = true;
    void this.#askUntilAnswered().finally(() => {
      this.#asking = false;
    });
  }

  async #askUntilAnswered(): Promise<void> {
    const { signal } = this.#stopped;
    for (let waitMs = FIRST_DELAY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_DELAY_MS)) {
      try {
        this.#answered(await this.#options.reach());
        return;
      } catch (error) {
        // a full pool says nothing about the server
        if (error instanceof PoolExhausted && this.#state === 'up') return;
        this.#failed(error);
      }
      await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #answered(time: Date): void {
    const { clock, logger } = this.#options;
    clock.observe(time);
    if (this.#state !== 'up') logger.info('the database answers');
    this.#state = 'up';
    this.#reached.resolve(undefined);
    const alarming = Math.abs(clock.offsetMs) > ALARMING_OFFSET_MS;
    if (alarming && !this.#alarmed)
      logger.warn("this host's clock differs from the database's", { offsetMs: Math.round(clock.offsetMs) });
    this.#alarmed = alarming;
  }

  #failed(error: unknown): void {
    if (this.#stopped.signal.aborted) return;
    if (this.#state !== 'down') this.#options.logger.warn('the database does not answer', { reason: reasonOf(error) });
    this.#state = 'down';
  }
}
