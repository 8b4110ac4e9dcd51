import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { StoredUnclaimed } from './domain/unclaimed.js';
import { failedSql } from './unclaimed.repository.js';

interface Candidate {
  readonly chargeId: string;
  readonly intentId: string;
  /** Sealed. */
  readonly phone: string;
}

/** More payments of one amount in two days than this name nobody: a person finds the one that it is. */
const CANDIDATES_MAX = 500;

/** A payment that began after the money moved is not its owner. The operator's clock may be so far from this one. */
const CLOCKS_APART = '10 minutes';

/** Finds whose unclaimed money may be. Nothing is stored of it, and nothing follows from it: a person decides. */
@Injectable()
export class ProposeOwners {
  constructor(
    private readonly database: Database,
    private readonly phones: PayerPhones,
  ) {}

  /** The one payment of the same phone and amount that had begun before the money moved, and lapsed within a day of it; undefined for none, and for more. */
  async of({ unclaimedId, phone, state }: StoredUnclaimed): Promise<string | undefined> {
    if (phone === null || (state !== 'listed' && state !== 'confirmed')) return undefined;
    const candidates = await this.database.query<Candidate>({
      name: 'unclaimed-candidates',
      text: candidatesSql,
      values: [unclaimedId],
    });
    if (candidates.length > CANDIDATES_MAX) return undefined;
    const payer = this.phones.open(phone, unclaimedId);
    const theirs = candidates.filter((candidate) => this.phones.open(candidate.phone, candidate.chargeId) === payer);
    return theirs.length === 1 ? theirs[0]?.intentId : undefined;
  }
}

const candidatesSql = `
  SELECT c.charge_id AS "chargeId", c.intent_id AS "intentId", o.phone FROM unclaimed u JOIN ${failedSql('u')}
  WHERE u.unclaimed_id = $1 AND o.kind = 'collect'
    AND o.ended_at BETWEEN u.moved_at - interval '1 day' AND u.moved_at + interval '1 day'
    AND o.accepted_at <= u.moved_at + interval '${CLOCKS_APART}'
    AND NOT EXISTS (SELECT FROM unclaimed other WHERE other.intent_id = c.intent_id)
  LIMIT ${CANDIDATES_MAX + 1}`;
