import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { IntentsRepository } from './intents.repository.js';

/** Below the number of commands that run at a time, so that those who wait never hold up those who ask. */
const MAX_WAITERS = 48;
/** The outcome may be told to another instance: one question in this time asks for all that is waited for. */
const LOOK_EVERY_MS = 100;

/** Lets callers wait for the outcomes of charges. A shutdown ends every wait. */
@Injectable()
export class ChargeOutcomes implements OnApplicationBootstrap {
  readonly #waiters = new Map<string, Set<() => void>>();
  #count = 0;
  #looking = false;
  #closed = false;

  constructor(
    private readonly intents: IntentsRepository,
    private readonly shutdown: ShutdownCoordinator,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.shutdown.on('stop-intake', 'charge-outcomes', () => {
      this.#closed = true;
      this.tell([...this.#waiters.keys()]);
      return Promise.resolve();
    });
  }

  /** Resolves when the intent's charge has an outcome, or the time is over, or there is no room to wait: read it again. */
  async wait(intentId: string, waitMs: number): Promise<void> {
    if (this.#closed || this.#count >= MAX_WAITERS) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => {
      resolve(undefined);
    };
    const timer = setTimeout(wake, waitMs);
    this.#add(intentId, wake);
    await promise;
    clearTimeout(timer);
    this.#remove(intentId, wake);
  }

  /** These intents have their outcomes: their transactions have committed. */
  tell(intentIds: readonly string[]): void {
    for (const id of intentIds) for (const wake of this.#waiters.get(id) ?? []) wake();
  }

  #add(intentId: string, wake: () => void): void {
    const wakes = this.#waiters.get(intentId) ?? new Set();
    this.#waiters.set(intentId, wakes.add(wake));
    this.#count += 1;
    if (this.#looking) return;
    this.#looking = true;
    this.#lookLater();
  }

  #remove(intentId: string, wake: () => void): void {
    const wakes = this.#waiters.get(intentId);
    wakes?.delete(wake);
    if (wakes?.size === 0) this.#waiters.delete(intentId);
    this.#count -= 1;
  }

  #lookLater(): void {
    setTimeout(() => void this.#look(), LOOK_EVERY_MS);
  }

  async #look(): Promise<void> {
    this.#looking = this.#count > 0;
    if (!this.#looking) return;
    try {
      this.tell(await this.intents.settledAmong([...this.#waiters.keys()]));
    } catch (error) {
      this.logger.warn('the outcomes of charges could not be looked up', { reason: String(error) });
    }
    this.#lookLater();
  }
}
