import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

/** Faults that strike at random: no answer at all, an answer that is lost, callbacks that come twice, not at all, or from others. */
export const faults = ['no_answer', 'lost_answer', 'duplicate_callback', 'lost_callback', 'forged_callback'] as const;
export type Fault = (typeof faults)[number];
export type FaultRates = Readonly<Record<Fault, number>>;

const RESOLUTION = 1_000_000;

/** The rate of each fault, from 0 to 1. There is one instance of the simulator, so it reads its rates once. */
@Injectable()
export class FaultDials {
  #rates: FaultRates | undefined;

  constructor(private readonly database: Database) {}

  async rates(): Promise<FaultRates> {
    this.#rates ??= await this.#read();
    return this.#rates;
  }

  /** Rates that are left out stay as they are. */
  async set(rates: Partial<FaultRates>): Promise<void> {
    const text = `INSERT INTO fault_dial VALUES ($1, $2) ON CONFLICT (fault) DO UPDATE SET rate = EXCLUDED.rate`;
    for (const fault of faults) {
      const rate = rates[fault];
      if (rate !== undefined) await this.database.execute({ text, values: [fault, rate] });
    }
    this.#rates = undefined;
  }

  /** True when a fault strikes now. */
  async strikes(fault: Fault): Promise<boolean> {
    const { [fault]: rate } = await this.rates();
    return rate > 0 && randomInt(RESOLUTION) < rate * RESOLUTION;
  }

  async #read(): Promise<FaultRates> {
    const set = await this.database.query<{ fault: string; rate: number }>({
      text: 'SELECT fault, rate FROM fault_dial',
    });
    const rateOf = (fault: Fault): number => set.find((dial) => dial.fault === fault)?.rate ?? 0;
    return Object.fromEntries(faults.map((fault) => [fault, rateOf(fault)])) as FaultRates;
  }
}
