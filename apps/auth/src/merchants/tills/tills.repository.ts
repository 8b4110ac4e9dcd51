import { Injectable } from '@nestjs/common';
import type { Till, TillState } from '@paygate/contracts';
import { TILLS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';

type Row = Omit<Till, 'createdAt' | 'revokedAt'> & { readonly createdAt: Date; readonly revokedAt: Date | null };

/** The number of tills of an account. */
export interface TillCounts {
  readonly live: number;
  readonly all: number;
}

const COLUMNS = 'id AS "tillId", name, created_at AS "createdAt", revoked_at AS "revokedAt"';

/** The tills of merchants. Writes need the merchant's lock. */
@Injectable()
export class TillsRepository {
  constructor(private readonly database: Database) {}

  /** Those that take payments first, each part newest first. */
  async all(merchantId: string): Promise<readonly Till[]> {
    const rows = await this.database.query<Row>({
      name: 'tills',
      text: `SELECT ${COLUMNS} FROM till WHERE merchant_id = $1 ORDER BY revoked_at IS NOT NULL, created_at DESC, id DESC LIMIT $2`,
      values: [merchantId, TILLS_MAX],
    });
    return rows.map(tillOf);
  }

  async find(merchantId: string, tillId: string, queryable: Queryable = this.database): Promise<Till | undefined> {
    const [row] = await queryable.query<Row>({
      name: 'till',
      text: `SELECT ${COLUMNS} FROM till WHERE id = $2 AND merchant_id = $1`,
      values: [merchantId, tillId],
    });
    return row && tillOf(row);
  }

  async stateOf(merchantId: string, tillId: string): Promise<TillState> {
    const till = await this.find(merchantId, tillId);
    if (till === undefined) return 'missing';
    return till.revokedAt === null ? 'live' : 'revoked';
  }

  /** True with a till that is not revoked. */
  async has(merchantId: string): Promise<boolean> {
    const text = 'SELECT FROM till WHERE merchant_id = $1 AND revoked_at IS NULL LIMIT 1';
    return (await this.database.query({ name: 'till-has', text, values: [merchantId] })).length > 0;
  }

  /** The till of a name that is not revoked. */
  async named(tx: DatabaseTransaction, merchantId: string, name: string): Promise<Till | undefined> {
    const [row] = await tx.query<Row>({
      name: 'till-named',
      text: `SELECT ${COLUMNS} FROM till WHERE merchant_id = $1 AND name = $2 AND revoked_at IS NULL`,
      values: [merchantId, name],
    });
    return row && tillOf(row);
  }

  async counts(tx: DatabaseTransaction, merchantId: string): Promise<TillCounts> {
    const [counts] = await tx.query<TillCounts>({
      name: 'till-counts',
      text: `SELECT count(*) FILTER (WHERE revoked_at IS NULL)::integer AS live, count(*)::integer AS "all"
        FROM till WHERE merchant_id = $1`,
      values: [merchantId],
    });
    return counts ?? { live: 0, all: 0 };
  }

  async insert(tx: DatabaseTransaction, merchantId: string, tillId: string, name: string): Promise<void> {
    await tx.execute({
      name: 'till-insert',
      text: 'INSERT INTO till (id, merchant_id, name) VALUES ($1, $2, $3)',
      values: [tillId, merchantId, name],
    });
  }

  async revoke(tx: DatabaseTransaction, tillId: string): Promise<void> {
    await tx.execute({
      name: 'till-revoke',
      text: 'UPDATE till SET revoked_at = clock_timestamp() WHERE id = $1 AND revoked_at IS NULL',
      values: [tillId],
    });
  }
}

function tillOf({ createdAt, revokedAt, ...till }: Row): Till {
  return { ...till, createdAt: createdAt.toISOString(), revokedAt: revokedAt?.toISOString() ?? null };
}
