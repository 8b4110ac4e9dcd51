import { Injectable } from '@nestjs/common';
import type { DeniedTokensRow } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';

interface StoredDenial {
  readonly subject: string;
  readonly version: number;
  readonly issuedUntil: Date;
  readonly expiresAt: Date;
}

const COLUMNS = 'd.subject, d.version, d.issued_until AS "issuedUntil", d.expires_at AS "expiresAt"';

@Injectable()
export class DeniedTokensRepository {
  constructor(private readonly database: Database) {}

  /**
   * Denies one token until it expires, at most `longestSeconds` from now; undefined when it is denied already, or has expired.
   */
  async deny(
    tx: DatabaseTransaction,
    tokenId: string,
    { expiresAt, longestSeconds }: { readonly expiresAt: string; readonly longestSeconds: number },
  ): Promise<DeniedTokensRow | undefined> {
    const [denial] = await tx.query<StoredDenial>({
      name: 'denied-tokens-deny',
      text: `INSERT INTO denied_tokens AS d (subject, issued_until, expires_at)
        SELECT $1, now, least($2::timestamptz, now + make_interval(secs => $3::int)) FROM clock_timestamp() AS now
        WHERE $2::timestamptz > now
        ON CONFLICT (subject) DO NOTHING RETURNING ${COLUMNS}`,
      values: [tokenId, expiresAt, longestSeconds],
    });
    return denial === undefined ? undefined : rowOf(denial);
  }

  /**
   * Denies the tokens of a user that were issued up to the end of this second, the precision of their times.
   */
  async denyUser(tx: DatabaseTransaction, userId: string, longestSeconds: number): Promise<DeniedTokensRow> {
    const [denial] = await tx.query<StoredDenial>({
      name: 'denied-tokens-deny-user',
      text: `INSERT INTO denied_tokens AS d (subject, issued_until, expires_at)
        SELECT $1, until, until + make_interval(secs => $2::int)
        FROM (SELECT date_trunc('second', clock_timestamp()) + interval '999 ms' AS until) AS now
        ON CONFLICT (subject) DO UPDATE SET version = d.version + 1, issued_until = excluded.issued_until,
          expires_at = excluded.expires_at
        RETURNING ${COLUMNS}`,
      values: [userId, longestSeconds],
    });
    if (denial === undefined) throw new Error('an upsert gave no row');
    return rowOf(denial);
  }

  /** Up to when tokens of a user are denied, if any are. */
  async deniedUntil(userId: string): Promise<Date | undefined> {
    const [denial] = await this.database.query<{ issuedUntil: Date }>({
      name: 'denied-tokens-until',
      text: 'SELECT issued_until AS "issuedUntil" FROM denied_tokens WHERE subject = $1',
      values: [userId],
    });
    return denial?.issuedUntil;
  }

  /** The next denials in force after a subject. */
  async page(database: Queryable, after: string, limit: number): Promise<readonly DeniedTokensRow[]> {
    const denials = await database.query<StoredDenial>({
      name: 'denied-tokens-page',
      text: `SELECT ${COLUMNS} FROM denied_tokens d WHERE subject > $1 AND expires_at > clock_timestamp()
        ORDER BY subject LIMIT $2`,
      values: [after, limit],
    });
    return denials.map(rowOf);
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'denied-tokens-forget',
      text: `DELETE FROM denied_tokens WHERE subject = ANY (ARRAY (
          SELECT subject FROM denied_tokens WHERE expires_at < clock_timestamp() - interval '1 min'
          ORDER BY expires_at LIMIT 10000 FOR UPDATE SKIP LOCKED))`,
    });
  }
}

function rowOf({ subject, version, issuedUntil, expiresAt }: StoredDenial): DeniedTokensRow {
  return { subject, version, issuedUntil: issuedUntil.toISOString(), expiresAt: expiresAt.toISOString() };
}
