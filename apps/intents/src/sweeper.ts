import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';
import { ExpireDueIntents } from './usecases/expire-due-intents.js';
import { ForgetIdempotencyKeys } from './usecases/forget-idempotency-keys.js';

const PAUSE_AFTER_FAILURE_MS = 2_000;

/** Does what is due though nobody asks for it, on each instance, after the pauses that the chores ask for. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap {
  readonly #stopped = new AbortController();

  constructor(
    @Inject(ExpireDueIntents) private readonly expireDueIntents: ExpireDueIntents,
    @Inject(ForgetIdempotencyKeys) private readonly forgetIdempotencyKeys: ForgetIdempotencyKeys,
    @Inject(ShutdownCoordinator) private readonly shutdown: ShutdownCoordinator,
    @Inject(Logger) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    const chores = [
      this.#repeat('expire due intents', () => this.expireDueIntents.execute()),
      this.#repeat('forget idempotency keys', () => this.forgetIdempotencyKeys.execute()),
    ];
    this.shutdown.on('stop-intake', 'sweeper', async () => {
      this.#stopped.abort();
      await Promise.all(chores);
    });
  }

  async #repeat(name: string, chore: () => Promise<number>): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      const pauseMs = await chore().catch((error: unknown) => {
        this.logger.warn('a chore failed and will be tried again', { name, reason: String(error) });
        return PAUSE_AFTER_FAILURE_MS;
      });
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
