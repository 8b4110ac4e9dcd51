import { Injectable } from '@nestjs/common';
import type { Language } from '@paygate/contracts';
import { PUSH_SUBSCRIPTIONS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database, sha256Base64url } from '@paygate/platform';
import { PersonalData } from '../../../personal-data.js';

/** A browser as its person subscribes it. `p256dh` and `auth` are in base64url. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

export interface NewSubscription extends BrowserSubscription {
  readonly sessionId: string;
  readonly language: Language;
}

/** A subscription in the list of its person. */
export interface ListedSubscription {
  readonly endpointSha256: string;
  readonly createdAt: Date;
  readonly current: boolean;
}

/** The browsers to which notices go. Each belongs to the person who subscribed it last; with the end of its session it is deleted. */
@Injectable()
export class PushSubscriptionsRepository {
  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
  ) {}

  /**
   * Stores a browser of a locked person, and deletes the oldest of too many. Returns true when it is new for the person; undefined when the session
   * has ended.
   */
  async store(tx: DatabaseTransaction, personId: string, given: NewSubscription): Promise<boolean | undefined> {
    const { sessionId, language, ...browser } = given;
    const id = sha256Base64url(browser.endpoint);
    // of another person, with the notices that wait for it
    await tx.execute({
      name: 'push-subscription-take-over',
      text: 'DELETE FROM push_subscription WHERE endpoint_sha256 = $1 AND person_id <> $2',
      values: [id, personId],
    });
    const [stored] = await tx.query<{ isNew: boolean }>({
      name: 'push-subscription-store',
      text: `INSERT INTO push_subscription AS s (endpoint_sha256, person_id, session_id, sealed_keys, language)
        SELECT $1, d.person_id, d.id, $4, $5 FROM dashboard_session d
        WHERE d.id = $3 AND d.person_id = $2 AND d.expires_at > clock_timestamp() FOR KEY SHARE
        ON CONFLICT (endpoint_sha256) DO UPDATE SET session_id = excluded.session_id, sealed_keys = excluded.sealed_keys,
          language = excluded.language WHERE s.person_id = excluded.person_id
        RETURNING xmax = 0 AS "isNew"`,
      values: [
        id,
        personId,
        sessionId,
        this.personalData.seal(JSON.stringify(browser), 'push_subscription.keys', id),
        language,
      ],
    });
    if (stored === undefined) return undefined;
    await tx.execute({
      name: 'push-subscription-keep-newest',
      text: `DELETE FROM push_subscription WHERE endpoint_sha256 IN (SELECT endpoint_sha256 FROM push_subscription
        WHERE person_id = $1 AND endpoint_sha256 <> $2 ORDER BY created_at DESC OFFSET ${PUSH_SUBSCRIPTIONS_MAX - 1})`,
      values: [personId, id],
    });
    return stored.isNew;
  }

  /** Deletes a browser of a person, with the notices that wait for it; false when there is none. */
  async delete(tx: DatabaseTransaction, personId: string, endpointSha256: string): Promise<boolean> {
    const deleted = await tx.execute({
      name: 'push-subscription-delete',
      text: 'DELETE FROM push_subscription WHERE person_id = $1 AND endpoint_sha256 = $2',
      values: [personId, endpointSha256],
    });
    return deleted > 0;
  }

  /** The browsers of a person, newest first. `sessionId`: of the session that asks. */
  list(personId: string, sessionId: string): Promise<readonly ListedSubscription[]> {
    return this.database.query<ListedSubscription>({
      name: 'push-subscription-list',
      text: `SELECT endpoint_sha256 AS "endpointSha256", created_at AS "createdAt", session_id IS NOT DISTINCT FROM $2 AS current
        FROM push_subscription WHERE person_id = $1 ORDER BY created_at DESC, endpoint_sha256 LIMIT ${PUSH_SUBSCRIPTIONS_MAX}`,
      values: [personId, sessionId],
    });
  }
}
