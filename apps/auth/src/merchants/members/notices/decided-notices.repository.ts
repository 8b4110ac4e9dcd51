import { Injectable } from '@nestjs/common';
import { noticeKinds } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { getsNoticeSql } from './member-notices.repository.js';
import type { DecidedNotice, NoticeChannel } from './notice.js';

/** Decided notices, on their way into the queue. */
@Injectable()
export class DecidedNoticesRepository {
  /**
   * Stores each notice for each member who gets it by each channel, up to the most of a kind in a day (Africa/Douala); the last one of a day is
   * marked. The table of counts keeps a row until the end of its day, which stands in the place of its window.
   */
  async add(
    tx: DatabaseTransaction,
    notices: readonly DecidedNotice[],
    channels: readonly NoticeChannel[],
  ): Promise<void> {
    const carried = channels.flatMap((channel) =>
      channel.modes.flatMap((mode) => noticeKinds.map((kind) => ({ name: channel.name, mode, kind, channel }))),
    );
    await tx.execute({
      name: 'decided-notice-add',
      text: ADD,
      values: [
        notices.map(({ eventId }) => eventId),
        notices.map(({ merchantId, mode, kind, facts }) => JSON.stringify({ merchantId, mode, kind, facts })),
        notices.map(({ requestId }) => requestId),
        notices.map(({ isMailedToOwners }) => isMailedToOwners === true),
        notices.map(({ at }) => at ?? null),
        carried.map(({ name }) => name),
        carried.map(({ mode }) => mode),
        carried.map(({ kind }) => kind),
        carried.map(({ kind, channel }) => channel.perDay(kind)),
      ],
    });
  }
}

const ADD = `
  WITH given AS (
    SELECT event_id, notice, request_id, is_mailed, notice->>'kind' AS kind,
      date_trunc('day', coalesce(at, clock_timestamp()), 'Africa/Douala') + interval '1 day' AS day_end
    FROM unnest($1::text[], $2::jsonb[], $3::text[], $4::boolean[], $5::timestamptz[])
      AS g (event_id, notice, request_id, is_mailed, at)),
  carried AS (
    SELECT * FROM unnest($6::text[], $7::text[], $8::text[], $9::integer[]) AS c (channel, mode, kind, per_day)),
  wanted AS (
    SELECT g.event_id, g.notice, g.request_id, g.day_end, c.channel, c.per_day, m.person_id,
      m.id || ':' || g.kind || ':' || c.channel AS source,
      row_number() OVER (PARTITION BY m.id, g.kind, c.channel, g.day_end ORDER BY g.event_id) AS nth
    FROM given g
    JOIN carried c ON c.kind = g.kind AND c.mode = g.notice->>'mode'
    JOIN merchant a ON a.id = g.notice->>'merchantId' AND a.active
    JOIN member m ON m.merchant_id = a.id AND ${getsNoticeSql('m', 'g.kind', 'c.channel')}
      AND NOT (g.is_mailed AND c.channel = 'email' AND m.role = 'owner')),
  counted AS (
    INSERT INTO source_use AS s (source, action, window_start, used)
    SELECT source, 'member-notice', day_end, count(*) FROM wanted GROUP BY source, day_end ORDER BY source, day_end
    ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + excluded.used
    RETURNING source, window_start, used),
  placed AS (
    SELECT w.*, c.used - count(*) OVER (PARTITION BY w.source, w.day_end) + w.nth AS place
    FROM wanted w JOIN counted c ON c.source = w.source AND c.window_start = w.day_end)
  INSERT INTO owner_notice (act_id, act, notice, channel, request_id, person_id, sealed_email)
  SELECT event_id, '{}', notice || jsonb_build_object('isLastOfDay', place = per_day), channel, request_id, p.id, p.sealed_email
  FROM placed JOIN person p ON p.id = person_id
  WHERE place <= per_day
  ON CONFLICT (act_id, person_id, channel) DO NOTHING`;
