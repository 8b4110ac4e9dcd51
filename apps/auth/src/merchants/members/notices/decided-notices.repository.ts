import { Injectable } from '@nestjs/common';
import { noticeKinds } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { getsNoticeSql } from './member-notices.repository.js';
import type { DecidedNotice, NoticeChannel } from './notice.js';

/** Decided notices, on their way into the queue. */
@Injectable()
export class DecidedNoticesRepository {
  /**
   * Stores each notice for each member who gets it by each channel, up to the most of a kind in a mode and a day (Africa/Douala); the last one of a
   * day is marked. One that is gathered is added to the sum of the member and channel instead, beyond the ones of its hour that go out by
   * themselves. The table of counts keeps a row until the end of its hour or day, which stands in the place of its window.
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
        notices.map(({ to }) => to?.memberId ?? null),
        notices.map(({ to }) => to?.channel ?? null),
        notices.map(({ gathered }) => (gathered === undefined ? null : JSON.stringify(gathered))),
        carried.map(({ name }) => name),
        carried.map(({ mode }) => mode),
        carried.map(({ kind }) => kind),
        carried.map(({ kind, channel }) => channel.perDay(kind)),
      ],
    });
  }
}

/** The hour, and the 24 hours to 21:00 in Douala, that a moment is in: each to its end. */
const SPAN = `CASE gathered->>'per' WHEN 'hour' THEN interval '1 hour' WHEN 'evening' THEN interval '1 day' END`;
const UNTIL = `CASE gathered->>'per'
  WHEN 'hour' THEN date_trunc('hour', at, 'Africa/Douala') + interval '1 hour'
  WHEN 'evening' THEN date_trunc('day', at + interval '3 hours', 'Africa/Douala') + interval '21 hours' END`;

const ADD = `
  WITH given AS (
    SELECT event_id, notice, request_id, is_mailed, to_member, to_channel, gathered, at, notice->>'kind' AS kind,
      date_trunc('day', coalesce(at, clock_timestamp()), 'Africa/Douala') + interval '1 day' AS day_end,
      ${UNTIL} AS until, ${SPAN} AS span
    FROM unnest($1::text[], $2::jsonb[], $3::text[], $4::boolean[], $5::timestamptz[], $6::text[], $7::text[], $8::jsonb[])
      AS g (event_id, notice, request_id, is_mailed, at, to_member, to_channel, gathered)),
  carried AS (
    SELECT * FROM unnest($9::text[], $10::text[], $11::text[], $12::integer[]) AS c (channel, mode, kind, per_day)),
  wanted AS (
    -- payments of test mode cost nobody anything: they take no place of those of live mode
    SELECT g.*, c.channel, c.per_day, m.id AS member_id, m.person_id, concat_ws(':', m.id, g.kind, c.channel, nullif(c.mode, 'live')) AS source
    FROM given g
    JOIN carried c ON c.kind = g.kind AND c.mode = g.notice->>'mode' AND c.channel = coalesce(g.to_channel, c.channel)
    JOIN merchant a ON a.id = g.notice->>'merchantId' AND a.active
    JOIN member m ON m.merchant_id = a.id AND m.id = coalesce(g.to_member, m.id)
      AND ${getsNoticeSql('m', 'g.kind', 'c.channel')}
      AND NOT (g.is_mailed AND c.channel = 'email' AND m.role = 'owner')
    -- a topic may be replayed: no payment of before the choice is notified
    WHERE g.kind NOT IN ('payment', 'daily_sum') OR g.to_member IS NOT NULL OR g.at >= m.notices_at),
  hours AS (
    INSERT INTO source_use AS s (source, action, window_start, used)
    SELECT source, 'member-notice-hour', until, count(*) FROM wanted WHERE gathered->>'per' = 'hour'
    GROUP BY source, until ORDER BY source, until
    ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + excluded.used
    RETURNING source, window_start, used),
  in_hours AS (
    SELECT w.*, coalesce(h.used - count(*) OVER (PARTITION BY w.source, w.until), 0)
      + row_number() OVER (PARTITION BY w.source, w.until ORDER BY w.event_id) <= (w.gathered->>'single')::integer AS is_single
    FROM wanted w LEFT JOIN hours h ON h.source = w.source AND h.window_start = w.until),
  sums AS (
    INSERT INTO notice_sum AS s (member_id, kind, channel, since, until, currency, payments, paid, refunds, refunded)
    SELECT member_id, kind, channel, min(until - span), until, gathered->'sum'->>'currency',
      sum((gathered->'sum'->>'payments')::integer), sum((gathered->'sum'->>'paid')::bigint),
      sum((gathered->'sum'->>'refunds')::integer), sum((gathered->'sum'->>'refunded')::bigint)
    FROM in_hours WHERE NOT is_single
    GROUP BY member_id, kind, channel, until, gathered->'sum'->>'currency' ORDER BY 1, 2, 3, 5, 6
    ON CONFLICT (member_id, kind, channel, until, currency) DO UPDATE SET payments = s.payments + excluded.payments,
      paid = s.paid + excluded.paid, refunds = s.refunds + excluded.refunds, refunded = s.refunded + excluded.refunded),
  single AS (SELECT * FROM in_hours WHERE gathered IS NULL OR is_single),
  counted AS (
    INSERT INTO source_use AS s (source, action, window_start, used)
    SELECT source, 'member-notice', day_end, count(*) FROM single GROUP BY source, day_end ORDER BY source, day_end
    ON CONFLICT (source, action, window_start) DO UPDATE SET used = s.used + excluded.used
    RETURNING source, window_start, used),
  placed AS (
    SELECT w.*, c.used - count(*) OVER (PARTITION BY w.source, w.day_end)
      + row_number() OVER (PARTITION BY w.source, w.day_end ORDER BY w.event_id) AS place
    FROM single w JOIN counted c ON c.source = w.source AND c.window_start = w.day_end)
  INSERT INTO owner_notice (act_id, act, notice, channel, request_id, person_id, sealed_email)
  -- the version before finds a notice by the account of its act: one that it cannot send must not stand before its own
  SELECT event_id, jsonb_build_object('merchantId', notice->'merchantId'), notice || jsonb_build_object('isLastOfDay', place = per_day), channel, request_id, p.id, p.sealed_email
  FROM placed JOIN person p ON p.id = person_id
  WHERE place <= per_day
  ON CONFLICT (act_id, person_id, channel) DO NOTHING`;
