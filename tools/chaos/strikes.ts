import { setTimeout as delay } from 'node:timers/promises';
import type { FaultInjector, Struck } from './fault-injector.js';
import { planStrikes } from './faults.js';
import type { ChaosOptions } from './options.js';
import { LONG } from './options.js';
import type { Payers } from './payers.js';
import type { Random } from './random.js';
import { lineOf } from './recovery.js';

const PROGRESS_MS = 200;

export interface Strikes {
  readonly struck: readonly Struck[];
  /** The reason for which the run ended early. */
  readonly failure?: string;
}

interface Run {
  readonly random: Random;
  readonly chosen: ChaosOptions;
}

/**
 * Strikes until the run has what its options ask for. Ends after a strike without recovery, because later strikes would prove nothing.
 * In a long run a strike does not wait until the payments that were in flight at the one before have ended.
 */
export async function strikeAll(injector: FaultInjector, payers: Payers, { random, chosen }: Run): Promise<Strikes> {
  const { charges = 0, long = false } = chosen.rails ?? {};
  const wanted = long ? charges / LONG.chargesOfStrike : 0;
  const deadline = performance.now() + chosen.minutes * 60_000;
  const struck: Struck[] = [];
  const settling: Promise<void>[] = [];
  let strikes = 0;
  const isEnough = (): boolean => charges > 0 && payers.finished >= charges && strikes >= wanted;
  try {
    await injector.warmUp(chosen.payers);
    for (const strike of planStrikes({ random, ...chosen })) {
      if (performance.now() > deadline || isEnough()) break;
      const { settled } = await injector.strike(strike);
      strikes += 1;
      const recorded = settled.then((done) => {
        struck.push(...done);
        for (const one of done) console.log(lineOf(one));
      });
      if (!long) await recorded;
      recorded.catch(() => undefined);
      settling.push(recorded);
    }
    while (charges > 0 && !isEnough() && performance.now() < deadline) await delay(PROGRESS_MS);
    await Promise.all(settling);
    return { struck };
  } catch (error) {
    return { struck, failure: error instanceof Error ? error.message : String(error) };
  }
}
