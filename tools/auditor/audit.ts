import { auditChargesAcross } from './charges-across.js';
import type { DatabaseUrls } from './databases.js';
import { Databases } from './databases.js';
import { auditIntentsAcross } from './intents-across.js';
import { rules } from './rules.js';
import type { Violation } from './violation.js';

export interface AuditOptions {
  /** Seconds that a thing must have stood before it is judged: what is on its way is no violation. */
  readonly olderThanSeconds: number;
}

export interface AuditReport {
  readonly violations: readonly Violation[];
  /** Terminal intents that were compared with the ledger, the tokens and the events. */
  readonly intents: number;
  /** Settled charges that were compared with their intents. */
  readonly charges: number;
}

type Breach = Pick<Violation, 'subject' | 'detail'> & Partial<Pick<Violation, 'rule'>>;

/** Of one rule so many breaches are told; one is enough to act on. */
const TOLD_OF_EACH = 100;

/**
 * Looks for breaches of what must stay true in the data of all services, each database by itself and all of them side by
 * side. Only reads. Throws when a database cannot be read.
 */
export async function audit(urls: DatabaseUrls, { olderThanSeconds }: AuditOptions): Promise<AuditReport> {
  const databases = new Databases(urls);
  try {
    const alone = await Promise.all(
      rules.map(async ({ rule, statement, database, text }) => {
        const limited = `${text} LIMIT ${TOLD_OF_EACH}`;
        const rows = await databases.query<Breach>(database, limited, [olderThanSeconds]);
        return rows.map((row): Violation => ({ rule, statement, ...row }));
      }),
    );
    const intents = await auditIntentsAcross(databases, olderThanSeconds);
    const charges = await auditChargesAcross(databases, olderThanSeconds);
    return {
      violations: [...alone.flat(), ...intents.violations, ...charges.violations],
      intents: intents.looked,
      charges: charges.looked,
    };
  } finally {
    await databases.close();
  }
}
