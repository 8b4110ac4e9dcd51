import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { subscribedSql } from '../events/subscribed-sql.js';

/** A merchant with an endpoint that receives a type of event. */
export interface Subscriber {
  readonly merchantId: string;
  /** The version of the API that it is pinned to; null before that. */
  readonly apiVersion: string | null;
}

/** The merchants whose endpoints receive a type of event. */
@Injectable()
export class SubscribersRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` of them, in the order of their ids, after one of them. */
  after(type: string, mode: Mode, merchantId: string, limit: number): Promise<readonly Subscriber[]> {
    return this.database.query<Subscriber>({
      name: 'subscribers-after',
      text: `SELECT merchant_id AS "merchantId", api_version AS "apiVersion"
        FROM (SELECT DISTINCT merchant_id FROM webhook_endpoint
          WHERE mode = $2 AND merchant_id > $3 AND state <> 'deleted' AND ${subscribedSql('events', '$1::text')}
          ORDER BY merchant_id LIMIT $4) AS subscriber
          LEFT JOIN merchant_version USING (merchant_id)
        ORDER BY merchant_id`,
      values: [type, mode, merchantId, limit],
    });
  }
}
