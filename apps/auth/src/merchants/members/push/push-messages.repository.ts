import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';
import { PersonalData } from '../../../personal-data.js';
import { getsNoticeSql } from '../notices/member-notices.repository.js';
import type { PushPayload } from './push-payload.js';
import type { BrowserSubscription } from './push-subscriptions.repository.js';

/** A notice to the browsers of one person. */
export interface NewPushMessage {
  /** At most 64 characters. */
  readonly noticeId: string;
  readonly personId: string;
  readonly memberId: string;
  readonly payload: PushPayload;
  readonly requestId: string;
}

/** A message to one browser, due now. */
export interface DuePushMessage {
  readonly noticeId: string;
  readonly endpointSha256: string;
  readonly browser: BrowserSubscription;
  readonly language: Language;
  readonly payload: PushPayload;
  readonly requestId: string;
  /** True when the account is active, and its person is still a member of it, may read what it is about, and has it switched on. */
  readonly isWanted: boolean;
  /** The time for which it is worth sending; not above 0 when that is over. Seconds. */
  readonly secondsLeft: number;
}

type TakenRow = Omit<DuePushMessage, 'browser'> & { readonly sealedKeys: string };
type MessageKey = Pick<DuePushMessage, 'noticeId' | 'endpointSha256'>;

/** The longer a message has failed, the longer it waits. The first pause outlasts the wait for an answer of webhooks. */
const FIRST_PAUSE_SECONDS = 15;
const LONGEST_PAUSE_SECONDS = 3_600;
/** The time for which a message is known after its own, longer than the queue of notices waits to repeat one that was taken. */
const KNOWN_SECONDS = 86_400;
const BATCH = 2_000;

/** Messages to browsers, one row each, until they are sent or not worth sending any more. */
@Injectable()
export class PushMessagesRepository {
  readonly #lifeSeconds: number;

  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
    config: AuthConfig,
  ) {
    this.#lifeSeconds = config.PUSH_TTL_SECONDS;
  }

  /** Stores a message to each browser of a person, once for each notice. */
  async add({ noticeId, personId, memberId, payload, requestId }: NewPushMessage): Promise<void> {
    await this.database.execute({
      name: 'push-message-add',
      text: `INSERT INTO push_message (notice_id, endpoint_sha256, member_id, payload, request_id)
        SELECT $1, endpoint_sha256, $3, $4, $5 FROM push_subscription WHERE person_id = $2 FOR KEY SHARE
        ON CONFLICT DO NOTHING`,
      values: [noticeId, personId, memberId, JSON.stringify(payload), requestId],
    });
  }

  /** Takes messages that are due; each is due again after its pause, unless it ends. None is taken by two instances. */
  async take(limit: number): Promise<{ readonly messages: readonly DuePushMessage[]; readonly dueSeconds?: number }> {
    const rows = await this.database.query<(TakenRow | { noticeId: null }) & { readonly dueSeconds: number | null }>({
      name: 'push-message-take',
      text: `WITH taken AS (UPDATE push_message m SET tries = tries + 1,
          next_at = clock_timestamp() + make_interval(secs => least($2 * 2 ^ least(tries, 10), $3))
        FROM push_subscription s
        WHERE s.endpoint_sha256 = m.endpoint_sha256 AND m.ctid = ANY (ARRAY (SELECT ctid FROM push_message
          WHERE next_at <= clock_timestamp() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING m.notice_id AS "noticeId", m.endpoint_sha256 AS "endpointSha256", s.sealed_keys AS "sealedKeys", s.language,
          m.payload, m.request_id AS "requestId",
          EXISTS (SELECT FROM member c JOIN merchant a ON a.id = c.merchant_id AND a.active
            WHERE c.id = m.member_id AND c.person_id = s.person_id
            AND ${getsNoticeSql('c', `(m.payload->>'kind')`, `'push'`)}) AS "isWanted",
          floor($4 - extract(epoch FROM clock_timestamp() - m.created_at))::int AS "secondsLeft")
        SELECT taken.*, (SELECT extract(epoch FROM min(next_at) - clock_timestamp())::float8 FROM push_message
          WHERE next_at IS NOT NULL) AS "dueSeconds"
        FROM (SELECT) AS always LEFT JOIN taken ON true`,
      values: [limit, FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, this.#lifeSeconds],
    });
    const messages = rows
      .filter((row) => row.noticeId !== null)
      .map(({ sealedKeys, ...row }) => {
        const keys = this.personalData.open(sealedKeys, 'push_subscription.keys', row.endpointSha256);
        return { ...row, browser: JSON.parse(keys) as BrowserSubscription };
      });
    const dueSeconds = rows[0]?.dueSeconds ?? undefined;
    return { messages, ...(dueSeconds === undefined ? {} : { dueSeconds }) };
  }

  /** Ends a message: it was sent, or is not to be sent. */
  async end({ noticeId, endpointSha256 }: MessageKey): Promise<void> {
    await this.database.execute({
      name: 'push-message-end',
      text: 'UPDATE push_message SET next_at = NULL WHERE notice_id = $1 AND endpoint_sha256 = $2',
      values: [noticeId, endpointSha256],
    });
  }

  /** Puts a message off for at least so many seconds. */
  async putOff({ noticeId, endpointSha256 }: MessageKey, seconds: number): Promise<void> {
    await this.database.execute({
      name: 'push-message-put-off',
      text: `UPDATE push_message SET next_at = greatest(next_at, clock_timestamp() + make_interval(secs => $3))
        WHERE notice_id = $1 AND endpoint_sha256 = $2`,
      values: [noticeId, endpointSha256, seconds],
    });
  }

  /** Deletes a browser whose subscription has ended at the push service, with its messages. */
  async deleteBrowser({ endpointSha256 }: MessageKey): Promise<void> {
    await this.database.execute({
      name: 'push-subscription-gone',
      text: 'DELETE FROM push_subscription WHERE endpoint_sha256 = $1',
      values: [endpointSha256],
    });
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'push-message-forget',
      text: `DELETE FROM push_message WHERE ctid = ANY (ARRAY (SELECT ctid FROM push_message
        WHERE created_at < clock_timestamp() - make_interval(secs => $1) ORDER BY created_at LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`,
      values: [this.#lifeSeconds + KNOWN_SECONDS],
    });
  }
}
