import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { ChainHead, NextLink } from './audit-trail.repository.js';
import { AuditTrailRepository } from './audit-trail.repository.js';
import type { AuditLink, AuditRecord } from './audit-record.js';
import { linkText } from './audit-record.js';
import { PersonalData } from '../personal-data.js';

/** What is put on record; number and time are the trail's. */
export type AuditEntry = Omit<AuditRecord, 'sequence' | 'occurredAt' | 'detail'> & {
  readonly detail?: Readonly<Record<string, unknown>>;
};

/** `brokenAt`: the number of the first record that is missing, or not as it was written. */
export interface AuditFinding {
  readonly records: number;
  readonly brokenAt: number | undefined;
}

const PAGE = 500;
const BEGINNING: Buffer = Buffer.alloc(32);

/**
 * Audit records, in one chain per merchant: each hash covers the record and the hash before it, under a key that the
 * database does not have. So whoever can write to the tables can neither change a record, nor insert one, nor
 * remove one from the middle unseen; a tail that is cut off together with the head's row, or set back to an older state, is
 * not noticed from the database alone. That takes the tables' owner: the service's own role removes no record.
 */
@Injectable()
export class AuditTrail {
  constructor(
    private readonly trail: AuditTrailRepository,
    private readonly personalData: PersonalData,
  ) {}

  /**
   * Puts on record what the transaction does: in as many chains as it concerns, one entry in each, with two statements. Those
   * who append for one merchant do so one after the other.
   */
  async append(tx: DatabaseTransaction, ...entries: readonly AuditEntry[]): Promise<void> {
    const places = await this.trail.take(
      tx,
      entries.map(({ merchantId }) => merchantId),
    );
    const links = entries.map(({ detail = {}, ...entry }): AuditLink => {
      const { sequence, occurredAt, previous } = placeIn(places, entry.merchantId);
      const record = { ...entry, sequence, occurredAt, detail: JSON.stringify(detail) };
      return { record, hash: this.personalData.auditHash(linkText(record, previous)) };
    });
    await this.trail.append(tx, links);
  }

  /** Recomputes a merchant's chain, from its beginning to what is known as its end. */
  async verify(merchantId: string): Promise<AuditFinding> {
    const head = await this.trail.head(merchantId);
    let [records, previous] = [0, BEGINNING];
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
    return (
      record.sequence === after + 1 && timingSafeEqual(this.personalData.auditHash(linkText(record, previous)), hash)
    );
  }
}

function placeIn(places: readonly NextLink[], merchantId: string): NextLink {
  const place = places.find((one) => one.merchantId === merchantId);
  if (place === undefined) throw new Error('an upsert gave no row');
  return place;
}

/** Records that were appended since the head was read are no fault. */
function isAtEnd(head: ChainHead | undefined, records: number, last: Buffer): boolean {
  const { sequence, hash } = head ?? { sequence: 0, hash: BEGINNING };
  return records > sequence || (records === sequence && last.equals(hash));
}
