import { Injectable } from '@nestjs/common';
import { Database, textArray } from '@paygate/platform';
import type { Order } from '../domain/intent.js';
import { tokensOf } from './search-tokens.js';

/** The part of an intent from which its entry is made. */
export type Indexed = Pick<
  Order,
  'id' | 'merchantId' | 'mode' | 'amount' | 'reference' | 'description' | 'metadata' | 'createdAt'
>;

/** The entries by which intents are searched, and the intents that have none yet: a trigger notes each when it is created. */
@Injectable()
export class SearchEntriesRepository {
  constructor(private readonly database: Database) {}

  /** The newest intents that have no entry yet. */
  due(limit: number): Promise<readonly Indexed[]> {
    return this.database.query<Indexed>({
      name: 'search.due',
      text: `SELECT id, merchant_id AS "merchantId", mode, amount, reference, description, metadata, created_at AS "createdAt"
        FROM intent WHERE id = ANY (ARRAY (SELECT intent_id FROM intent_search_due ORDER BY intent_id DESC LIMIT $1))`,
      values: [limit],
    });
  }

  /** Makes the entries of intents, but of those that another instance is making or has made: neither waits for the other. */
  insert(intents: readonly Indexed[]): Promise<number> {
    return this.database.execute({
      name: 'search.insert',
      text: `WITH taken AS (DELETE FROM intent_search_due WHERE intent_id = ANY (ARRAY (
          SELECT intent_id FROM intent_search_due WHERE intent_id = ANY ($1::text[]) FOR UPDATE SKIP LOCKED)) RETURNING intent_id)
        INSERT INTO intent_search (intent_id, created_at, tokens)
        SELECT id, created_at, made.tokens::integer[]
          FROM unnest($1::text[], $2::text[]) AS made (intent_id, tokens)
          JOIN taken USING (intent_id) JOIN intent ON intent.id = made.intent_id
        ON CONFLICT DO NOTHING`,
      values: [
        textArray(intents.map(({ id }) => id)),
        textArray(intents.map((intent) => `{${tokensOf(intent).join(',')}}`)),
      ],
    });
  }
}
