import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, sha256Base64url } from '@paygate/platform';
import type { Merchant } from '../../merchant/merchant.js';
import { PersonalData } from '../../../personal-data.js';
import { getsNoticeSql } from '../notices/member-notices.repository.js';
import type { NoticeToMember } from '../notices/notice.js';
import type { NotedAct, ToldAct } from './told-acts.js';

/** A notice to one member by one channel: of an act, to an owner, or one that the member has chosen. */
export interface DueNotice {
  /** The same in each try. */
  readonly noticeId: string;
  readonly actId: string;
  readonly channel: string;
  /** The act; undefined for a notice that the member has chosen. */
  readonly act: ToldAct | undefined;
  readonly notice: Pick<NoticeToMember, 'merchantId' | 'mode' | 'kind' | 'facts' | 'isLastOfDay'> | undefined;
  readonly requestId: string;
  readonly personId: string;
  readonly email: string;
  readonly account: Pick<Merchant, 'name' | 'liveActive'>;
  /** Undefined when the notice is chosen, and the member does not get it any more. */
  readonly member: Pick<NoticeToMember, 'memberId' | 'role'> | undefined;
  readonly ageSeconds: number;
}

/** Notices that were taken. */
export interface TakenNotices {
  readonly notices: readonly DueNotice[];
  /** The time until the first is due, as it was before; undefined when none is. Seconds. */
  readonly dueSeconds: number | undefined;
}

type TakenRow = Omit<DueNotice, 'email' | 'noticeId' | 'act' | 'notice' | 'member'> & {
  readonly act: ToldAct;
  readonly notice: NonNullable<DueNotice['notice']> | null;
  readonly member: NonNullable<DueNotice['member']> | null;
  readonly sealedEmail: string;
};

/** The longer a notice has failed, the longer it waits. The first pause outlasts the wait for an answer of otp. */
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 900;

/** Notices to members, until otp has taken them. */
@Injectable()
export class OwnerNoticesRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /** Stores a notice of each act for each active owner of its account. */
  async add(tx: DatabaseTransaction, acts: readonly NotedAct[]): Promise<void> {
    await tx.execute({
      name: 'owner-notice-add',
      text: `INSERT INTO owner_notice (act_id, act, request_id, person_id, sealed_email)
        SELECT given.id, given.act, given.request_id, p.id, p.sealed_email
        FROM unnest($1::text[], $2::jsonb[], $3::text[]) AS given (id, act, request_id)
        JOIN member m ON m.merchant_id = given.act->>'merchantId' AND m.joined_at IS NOT NULL AND m.role = 'owner'
        JOIN person p ON p.id = m.person_id`,
      values: [
        acts.map(({ id }) => id),
        acts.map(({ payload }) => JSON.stringify(payload)),
        acts.map(({ requestId }) => requestId),
      ],
    });
  }

  /**
   * Adds an act to the notice of the present hour about the further ones of its kind, which each active owner gets after the hour. The notice is due a
   * minute after it, so that no act is added to one that is being sent, and its age counts from then.
   */
  async addFurther(tx: DatabaseTransaction, { payload, requestId }: Omit<NotedAct, 'id'>, kind: string): Promise<void> {
    await tx.execute({
      name: 'owner-notice-add-further',
      text: `INSERT INTO owner_notice AS n (act_id, act, request_id, person_id, sealed_email, created_at, next_at)
        SELECT concat_ws(':', m.merchant_id, $4::text, $1::jsonb->>'mode', extract(epoch FROM hour.end_at)::bigint),
          $1::jsonb || '{"further": 1}', $2, p.id, p.sealed_email, due.at, due.at
        FROM (SELECT date_trunc('hour', clock_timestamp(), 'UTC') + interval '1 hour' AS end_at) hour,
          LATERAL (SELECT hour.end_at + interval '1 minute' AS at) due,
          member m JOIN person p ON p.id = m.person_id
        WHERE m.merchant_id = $3 AND m.joined_at IS NOT NULL AND m.role = 'owner'
        ORDER BY p.id
        ON CONFLICT (act_id, person_id, channel) DO UPDATE
          SET act = jsonb_set(n.act, '{further}', to_jsonb((n.act->>'further')::integer + 1))`,
      values: [JSON.stringify(payload), requestId, payload.merchantId, kind],
    });
  }

  /**
   * Counts an act of the present day (UTC); false when there were as many as may be. The row has the end of the day in the place of its
   * window, until which the table keeps it.
   */
  async countOfDay(tx: DatabaseTransaction, source: string, most: number): Promise<boolean> {
    const rows = await tx.query({
      name: 'owner-notice-count',
      text: `INSERT INTO source_use AS s (source, action, window_start, used)
        VALUES ($1, 'owner-notice', date_trunc('day', clock_timestamp(), 'UTC') + interval '1 day', 1)
        ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + 1 WHERE s.used < $2
        RETURNING used`,
      values: [source, most],
    });
    return rows.length > 0;
  }

  /** Takes notices that are due; each is due again after its pause, unless it is deleted. None is taken by two instances. */
  async take(limit: number): Promise<TakenNotices> {
    const rows = await this.database.query<(TakenRow | { actId: null }) & { readonly dueSeconds: number | null }>({
      name: 'owner-notice-take',
      text: `WITH taken AS (UPDATE owner_notice n SET tries = tries + 1,
          next_at = clock_timestamp() + make_interval(secs => least($2 * 2 ^ least(tries, 10), $3))
        FROM merchant m
        WHERE m.id = coalesce(n.notice, n.act)->>'merchantId' AND n.ctid = ANY (ARRAY (SELECT ctid FROM owner_notice
          WHERE next_at <= clock_timestamp() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING act_id AS "actId", channel, act, notice, request_id AS "requestId", person_id AS "personId", sealed_email AS "sealedEmail",
          json_build_object('name', m.name, 'liveActive', m.live_active) AS account,
          (SELECT json_build_object('memberId', c.id, 'role', c.role) FROM member c
            WHERE c.merchant_id = m.id AND c.person_id = n.person_id AND m.active
              AND ${getsNoticeSql('c', "coalesce(n.notice->>'kind', 'payout_failed')", 'n.channel')}) AS member,
          extract(epoch FROM clock_timestamp() - n.created_at)::float8 AS "ageSeconds")
        SELECT taken.*, (
          SELECT extract(epoch FROM min(next_at) - clock_timestamp())::float8 FROM owner_notice) AS "dueSeconds"
        FROM (SELECT) AS always LEFT JOIN taken ON true`,
      values: [limit, FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS],
    });
    const taken = rows.filter((row) => row.actId !== null);
    const notices = taken.map((row) => this.#opened(row));
    return { notices, dueSeconds: rows[0]?.dueSeconds ?? undefined };
  }

  async delete({ actId, personId, channel }: Pick<DueNotice, 'actId' | 'personId' | 'channel'>): Promise<void> {
    await this.database.execute({
      name: 'owner-notice-delete',
      text: 'DELETE FROM owner_notice WHERE act_id = $1 AND person_id = $2 AND channel = $3',
      values: [actId, personId, channel],
    });
  }

  #opened({ sealedEmail, act, notice, member, ...row }: TakenRow): DueNotice {
    const { actId, personId, channel } = row;
    const chosen = notice ?? chosenBefore(act);
    return {
      ...row,
      noticeId: noticeIdOf(actId, personId, channel),
      act: chosen === undefined ? act : undefined,
      notice: chosen,
      member: member ?? undefined,
      email: this.personalData.open(sealedEmail, 'person.email', personId),
    };
  }
}

/** The notice of a payout that failed, as the version before stores it. */
function chosenBefore({ action, merchantId, mode, payout }: ToldAct): DueNotice['notice'] {
  if (action !== 'payout.failed') return undefined;
  const facts = payout === undefined ? {} : { payout };
  return { merchantId, mode, kind: 'payout_failed', facts, isLastOfDay: false };
}

/** The id of the notice of an event to a member by a channel: the same for each try. 43 characters. */
function noticeIdOf(eventId: string, personId: string, channel: string): string {
  return sha256Base64url(`${eventId}/${personId}/${channel}`);
}
