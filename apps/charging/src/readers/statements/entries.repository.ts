import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { In } from 'typeorm';
import type {
  Entry,
  EntryAdjustment,
  EntryCharge,
  EntryMatch,
  EntryOperation,
  EntryRefund,
  EntryReversal,
} from './entries.schema.js';
import {
  AdjustmentSchema,
  ChargeSchema,
  CreditSchema,
  DebitSchema,
  MatchSchema,
  OperationSchema,
  RefundSchema,
  ReversalSchema,
} from './entries.schema.js';

/** The range of an account's entries that a page holds. Times with their microseconds, as text of the database. */
export interface EntryPage {
  readonly accountId: bigint;
  readonly order: 'ASC' | 'DESC';
  readonly limit: number;
  /** Inclusive. */
  readonly from?: string | undefined;
  /** Exclusive. */
  readonly to?: string | undefined;
  /** The page goes on after this entry. */
  readonly after?: Place | undefined;
}

/** The place of an entry in its account. */
export interface Place {
  readonly postedAt: string;
  readonly journalId: string;
  readonly leg: number;
}

/** An entry with what it is of: a charge, a refund, a reversal, an adjustment, unclaimed money, or none of them. */
export interface ExplainedEntry {
  readonly entry: Entry;
  readonly charge: EntryCharge | undefined;
  readonly refund: EntryRefund | undefined;
  readonly reversal: EntryReversal | undefined;
  readonly adjustment: EntryAdjustment | undefined;
  readonly match: EntryMatch | undefined;
  readonly operation: EntryOperation | undefined;
}

/** The entries of append-only accounts, in the order of their time. */
@Injectable()
export class EntriesRepository {
  constructor(private readonly database: Database) {}

  /** The place of an entry; undefined when the account has no such entry. */
  async placeOf(accountId: bigint, journalId: string, leg: number): Promise<Place | undefined> {
    const [place] = await this.database.query<Place>({
      name: 'entry-place',
      text: `SELECT posted_at::text AS "postedAt", journal_id AS "journalId", leg FROM account_entry
        WHERE account_id = $1 AND journal_id = $2 AND leg = $3`,
      values: [accountId, journalId, leg],
    });
    return place;
  }

  /** A page of entries, each with what it is of. */
  page(page: EntryPage): Promise<readonly ExplainedEntry[]> {
    return this.database.read(async (manager) => {
      const credits = await sideQuery(manager.getRepository(CreditSchema), page).getMany();
      const debits = await sideQuery(manager.getRepository(DebitSchema), page).getMany();
      const entries = merged([...credits, ...debits], page);
      const journals = entries.map(({ journalId }) => journalId);
      if (journals.length === 0) return [];
      const charges = await manager.getRepository(ChargeSchema).findBy({ chargeId: In(journals) });
      const refunds = await manager.getRepository(RefundSchema).findBy({ refundId: In(journals) });
      const reversals = await manager
        .getRepository(ReversalSchema)
        .findBy([{ reversalId: In(journals) }, { returnJournalId: In(journals) }]);
      const adjustments = await manager.getRepository(AdjustmentSchema).findBy({ adjustmentId: In(journals) });
      const matches = await manager.getRepository(MatchSchema).findBy({ matchJournalId: In(journals) });
      // wallets have ids above zero, and no rail
      const byRail = entries.filter(({ otherId }) => otherId < 0n).map(({ journalId }) => journalId);
      const operations =
        byRail.length === 0 ? [] : await manager.getRepository(OperationSchema).findBy({ operationId: In(byRail) });
      const [ofCharge, ofRefund, ofOperation] = [
        new Map(charges.map((charge) => [charge.chargeId, charge])),
        new Map(refunds.map((refund) => [refund.refundId, refund])),
        new Map(operations.map((operation) => [operation.operationId, operation])),
      ];
      return entries.map((entry) => ({
        entry,
        charge: ofCharge.get(entry.journalId),
        refund: ofRefund.get(entry.journalId),
        reversal: reversals.find((one) => [one.reversalId, one.returnJournalId].includes(entry.journalId)),
        adjustment: adjustments.find(({ adjustmentId }) => adjustmentId === entry.journalId),
        match: matches.find(({ matchJournalId }) => matchJournalId === entry.journalId),
        operation: ofOperation.get(entry.journalId),
      }));
    });
  }
}

/** The entries of one side; those that the page has are among them. */
function sideQuery(side: Repository<Entry>, page: EntryPage): SelectQueryBuilder<Entry> {
  const { accountId, order, limit, from, to, after } = page;
  const query = side
    .createQueryBuilder('entry')
    .where('entry.accountId = :accountId', { accountId })
    .orderBy({ 'entry.postedAt': order, 'entry.journalId': order, 'entry.leg': order })
    .limit(limit);
  if (from !== undefined) query.andWhere('entry.postedAt >= :from', { from });
  if (to !== undefined) query.andWhere('entry.postedAt < :to', { to });
  if (after !== undefined) {
    const beyond = order === 'ASC' ? '>' : '<';
    // the first condition is for the index
    query
      .andWhere(`entry.postedAt ${beyond}= :afterAt::timestamptz`)
      .andWhere(
        `(entry.postedAt, entry.journalId, entry.leg) ${beyond} (:afterAt::timestamptz, :afterJournal, :afterLeg)`,
      )
      .setParameters({ afterAt: after.postedAt, afterJournal: after.journalId, afterLeg: after.leg });
  }
  return query;
}

/** The first entries of both sides, in the order of their time; of one moment, in that of their ids, as the database has it. */
function merged(entries: readonly Entry[], { order, limit }: EntryPage): readonly Entry[] {
  const direction = order === 'ASC' ? 1 : -1;
  return entries.toSorted((one, other) => direction * compared(one, other)).slice(0, limit);
}

function compared(one: Entry, other: Entry): number {
  if (one.postedUs !== other.postedUs) return one.postedUs < other.postedUs ? -1 : 1;
  if (one.journalId !== other.journalId) return one.journalId < other.journalId ? -1 : 1;
  return one.leg - other.leg;
}
