import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, JobScheduler } from '@paygate/platform';
import type { AuditEntry } from './audit-trail.js';
import { AuditTrail } from './audit-trail.js';
import type { CountedAct, Tally } from './audit-tallies.repository.js';
import { AuditTalliesRepository } from './audit-tallies.repository.js';

const INTERVAL_SECONDS = 10;
const BATCH = 200;

/** Counts frequent acts, and records each count in the audit trail when its minute has passed. */
@Injectable()
export class AuditTallies implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly tallies: AuditTalliesRepository,
    private readonly trail: AuditTrail,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'audit-tallies', everySeconds: INTERVAL_SECONDS, work: () => this.record() });
  }

  async count(tx: DatabaseTransaction, ...acts: readonly CountedAct[]): Promise<void> {
    if (acts.length > 0) await this.tallies.add(tx, acts);
  }

  /** Records the counts of all minutes that have passed, in batches. */
  async record(): Promise<void> {
    let taken: number;
    do {
      taken = await this.database.transaction(async (tx) => {
        const tallies = await this.tallies.take(tx, BATCH);
        for (const round of roundsOf(tallies)) await this.trail.append(tx, ...round);
        return tallies.length;
      });
    } while (taken === BATCH);
  }
}

/** Rounds with at most one record per account. The first has every account, so it locks all chains in their order. */
function roundsOf(tallies: readonly Tally[]): readonly (readonly AuditEntry[])[] {
  const rounds: AuditEntry[][] = [];
  const taken = new Map<string, number>();
  for (const { count, ...act } of tallies) {
    const round = taken.get(act.merchantId) ?? 0;
    taken.set(act.merchantId, round + 1);
    (rounds[round] ??= []).push({ ...act, detail: { count } });
  }
  return rounds;
}
