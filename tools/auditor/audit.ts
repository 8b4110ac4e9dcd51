import { auditChargesAcross } from './charges-across.js';
import type { Ages } from './ages.js';
import type { DatabaseUrls } from './databases.js';
import { Databases } from './databases.js';
import { auditGivenBackAcross } from './given-back-across.js';
import { auditIntentsAcross } from './intents-across.js';
import { auditOpenChargesAcross } from './open-charges-across.js';
import { rules } from './rules.js';
import type { Violation } from './violation.js';

export interface AuditOptions {
  /** The age in seconds from which rows are checked. Younger rows may still be in progress. */
  readonly olderThanSeconds: number;
  /** TEST_RETENTION_DAYS of the services, 30 when absent: payments of test mode that ended before are not compared across services. */
  readonly testRetentionDays?: number;
}

export interface AuditReport {
  readonly violations: readonly Violation[];
  /** The number of terminal intents that were compared with the ledger, the tokens and the events. */
  readonly intents: number;
  /** The number of settled charges that were compared with their intents. */
  readonly charges: number;
}

type Row = Pick<Violation, 'subject' | 'detail'> & Partial<Pick<Violation, 'rule'>>;

/** The most violations that are reported of one rule. */
const MAX_PER_RULE = 100;

/**
 * Checks the invariants of the data of all services, within each database and across databases. Only reads. Throws when a
 * database cannot be read.
 */
export async function audit(
  urls: DatabaseUrls,
  { olderThanSeconds, testRetentionDays = 30 }: AuditOptions,
): Promise<AuditReport> {
  const ages: Ages = { olderThanSeconds, forgottenAfterHours: testRetentionDays * 24 - 1 };
  const databases = new Databases(urls);
  try {
    const within = await Promise.all(
      rules.map(async ({ rule, statement, database, text }) => {
        const limited = `${text} LIMIT ${MAX_PER_RULE}`;
        const rows = await databases.query<Row>(database, limited, [olderThanSeconds]);
        return rows.map((row): Violation => ({ rule, statement, ...row }));
      }),
    );
    const intents = await auditIntentsAcross(databases, ages);
    const charges = await auditChargesAcross(databases, ages);
    const open = await auditOpenChargesAcross(databases, olderThanSeconds);
    const givenBack = await auditGivenBackAcross(databases, ages);
    return {
      violations: [...within.flat(), ...intents.violations, ...charges.violations, ...open, ...givenBack],
      intents: intents.checked,
      charges: charges.checked,
    };
  } finally {
    await databases.close();
  }
}
