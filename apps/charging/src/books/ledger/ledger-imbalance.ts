import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database, JobScheduler, Logger } from '@paygate/platform';
import { Gauge, Registry } from 'prom-client';

/** The sum reads every wallet, so it is not made at each scrape. */
const EVERY_SECONDS = 300;

interface LedgerSum {
  readonly mode: Mode;
  readonly currency: string;
  readonly sum: bigint;
}

/** The metric of the ledger's first invariant: the balances of each currency and mode sum to zero. */
@Injectable()
export class LedgerImbalance implements OnApplicationBootstrap {
  readonly #sums: Gauge<'mode' | 'currency'>;

  constructor(
    registry: Registry,
    private readonly database: Database,
    private readonly scheduler: JobScheduler,
    private readonly logger: Logger,
  ) {
    this.#sums = new Gauge({
      name: 'paygate_ledger_imbalance_minor_units',
      help: 'Sum of all balances of a currency and mode, which is 0; absent when the last check failed',
      labelNames: ['mode', 'currency'],
      registers: [registry],
    });
  }

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'ledger-imbalance', everySeconds: EVERY_SECONDS, work: () => this.check() });
  }

  /** A check that fails waits for the next: repeated at once, it would load a database that is slow already. */
  async check(): Promise<void> {
    this.#sums.reset();
    try {
      const sums = await this.database.query<LedgerSum>({
        name: 'ledger-sums',
        text: 'SELECT mode, currency, sum FROM ledger_sum',
      });
      for (const { mode, currency, sum } of sums) this.#sums.set({ mode, currency }, Number(sum));
    } catch (error) {
      this.logger.warn('the sums of the ledger could not be read', { reason: String(error) });
    }
  }
}
