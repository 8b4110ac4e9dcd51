import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { ChainHead, NextLink } from './audit-trail.repository.js';
import { AuditTrailRepository } from './audit-trail.repository.js';
import type { AuditLink, AuditRecord } from './audit-record.js';
import { linkText } from './audit-record.js';
import { PersonalData } from '../personal-data.js';

/** A record without its number, which the trail assigns, and of now unless it names the time of an earlier act. */
export type AuditEntry = Omit<AuditRecord, 'sequence' | 'occurredAt' | 'detail'> & {
  readonly occurredAt?: Date;
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** `brokenAt`: the number of the first record that is missing or was changed. */
export interface AuditFinding {
  readonly records: number;
  readonly brokenAt: number | undefined;
}

const PAGE = 500;
const FIRST_HASH: Buffer = Buffer.alloc(32);

/**
 * Audit records, in one chain per merchant: each hash covers the record and the previous hash, under a key that is not in the
 * database. So a writer to the tables cannot change, insert or remove a record unnoticed. A tail that is cut off together with
 * a matching head row is not noticed; that takes the owner of the tables, because the service's own role deletes no record.
 */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly trail: AuditTrailRepository,
    private readonly personalData: PersonalData,
  ) {}

  /**
   * Appends records to the chains of different merchants, one in each, with two statements. Transactions that append for one
   * merchant run one after the other.
   */
  async append(tx: DatabaseTransaction, ...entries: readonly AuditEntry[]): Promise<void> {
    const links = await this.trail.reserve(
      tx,
      entries.map(({ merchantId }) => merchantId),
    );
    const records = entries.map(({ detail = {}, ...entry }): AuditLink => {
      const { sequence, occurredAt, previous } = linkOf(links, entry.merchantId);
      const record = { occurredAt, ...entry, sequence, detail: JSON.stringify(detail) };
      return { record, hash: this.personalData.auditHash(linkText(record, previous)) };
    });
    await this.trail.append(tx, records);
  }

  /** Recomputes a merchant's chain up to its head. */
  async verify(merchantId: string): Promise<AuditFinding> {
    const head = await this.trail.head(merchantId);
    let [records, previous] = [0, FIRST_HASH];
    for (let page = await this.trail.page(merchantId, 0, PAGE); page.length > 0;) {
      for (const link of page) {
        if (!this.#follows(link, records, previous)) return { records, brokenAt: records + 1 };
        [records, previous] = [records + 1, link.hash];
      }
      page = await this.trail.page(merchantId, records, PAGE);
    }
    return { records, brokenAt: isAtEnd(head, records, previous) ? undefined : records + 1 };
  }

  #follows({ record, hash }: AuditLink, after: number, previous: Buffer): boolean {
    return record.sequence === after + 1 && this.personalData.isAuditHash(linkText(record, previous), hash);
  }
}

function linkOf(links: readonly NextLink[], merchantId: string): NextLink {
  const link = links.find((one) => one.merchantId === merchantId);
  if (link === undefined) throw new Error('an upsert gave no row');
  return link;
}

/** Records that were appended after the head was read are no fault. */
function isAtEnd(head: ChainHead | undefined, records: number, last: Buffer): boolean {
  const { sequence, hash } = head ?? { sequence: 0, hash: FIRST_HASH };
  return records > sequence || (records === sequence && last.equals(hash));
}
