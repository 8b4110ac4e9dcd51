import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { AwaitChargeCommand, Mode } from '@paygate/contracts';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { IntentsRepository } from '../intents.repository.js';

/** Fewer than the commands that run at a time, so that waiting ones leave room for others. */
const MAX_WAITERS = 48;
/** Payments of test mode cost nothing, so they leave as many places to those of live mode. */
const MAX_TEST_WAITERS = MAX_WAITERS / 2;
/** Whoever may read a payment can wait for it as often as he likes: the places are for many payments. */
const MAX_PER_INTENT = 3;
/** Another instance may record an outcome: one query in this time looks for all that are waited for. */
const POLL_MS = 100;

/** Callers that wait for the outcomes of charges. A shutdown ends every wait. */
@Injectable()
export class OutcomeWaiters implements OnApplicationBootstrap {
  /** By the id of the intent. */
  readonly #waiters = new Map<string, Set<() => void>>();
  readonly #counts: Record<Mode, number> = { test: 0, live: 0 };
  #isPolling = false;
  #isClosed = false;

  constructor(
    private readonly intents: IntentsRepository,
    private readonly shutdown: ShutdownCoordinator,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.shutdown.on('stop-intake', 'outcome-waiters', () => {
      this.#isClosed = true;
      this.notify([...this.#waiters.keys()]);
      return Promise.resolve();
    });
  }

  /** Resolves when the charge of the intent may have an outcome, when the time is over, or when there are too many waiters. */
  async wait({ intentId, mode, waitMs }: Pick<AwaitChargeCommand, 'intentId' | 'mode' | 'waitMs'>): Promise<void> {
    const waiters = this.#waiters.get(intentId) ?? new Set();
    if (this.#isClosed || waiters.size >= MAX_PER_INTENT || !this.#hasRoom(mode)) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = (): void => {
      resolve(undefined);
    };
    const timer = setTimeout(wake, waitMs);
    this.#waiters.set(intentId, waiters.add(wake));
    this.#counts[mode] += 1;
    if (!this.#isPolling) void this.#poll();
    await promise;
    clearTimeout(timer);
    this.#counts[mode] -= 1;
    waiters.delete(wake);
    if (waiters.size === 0) this.#waiters.delete(intentId);
  }

  /** Ends the waits for these intents. Call it once their outcomes have committed. */
  notify(intentIds: readonly string[]): void {
    for (const id of intentIds) for (const wake of this.#waiters.get(id) ?? []) wake();
  }

  get #count(): number {
    return this.#counts.test + this.#counts.live;
  }

  #hasRoom(mode: Mode): boolean {
    return this.#count < MAX_WAITERS && (mode === 'live' || this.#counts.test < MAX_TEST_WAITERS);
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    do {
      await delay(POLL_MS);
      try {
        this.notify(await this.intents.settledAmong([...this.#waiters.keys()]));
      } catch (error) {
        this.logger.warn('the outcomes of charges could not be looked up', { reason: String(error) });
      }
    } while (this.#count > 0);
    this.#isPolling = false;
  }
}
