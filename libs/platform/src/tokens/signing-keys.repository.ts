import { DatabaseUnavailable } from '../database/errors.js';
import type { DatabaseTransaction, Queryable } from '../database/statement.js';
import type { PublicSigningKey } from './rotation.js';

/** A key that may sign, its private half sealed. */
export interface SealedSigningKey {
  readonly kid: string;
  readonly sealedPrivateKey: string;
  readonly signsFrom: Date;
}

const COLUMNS = `kid, version, public_jwk AS "publicJwk", not_before AS "notBefore", signs_from AS "signsFrom",
  not_after AS "notAfter"`;
/** Any number that nothing else in the service's database locks. */
const ROTATION_LOCK = 7_461_001;
/** More than ever sign in turn while a token lives. */
const MOST_SIGNING = 100;

/** The table `signing_key`, which each service that signs tokens creates in its migrations. */
export class SigningKeysRepository {
  /** All keys, under a lock, so that instances which start together create one key. */
  async heldForPlanning(tx: DatabaseTransaction): Promise<{ keys: readonly PublicSigningKey[]; now: Date }> {
    await tx.execute({ text: 'SELECT pg_advisory_xact_lock($1)', values: [ROTATION_LOCK] });
    const keys = await this.all(tx);
    const [row] = await tx.query<{ now: Date }>({ text: 'SELECT clock_timestamp() AS now' });
    if (row === undefined) throw new DatabaseUnavailable('the database returned no time');
    return { keys, now: row.now };
  }

  all(database: Queryable): Promise<PublicSigningKey[]> {
    return database.query<PublicSigningKey>({ text: `SELECT ${COLUMNS} FROM signing_key ORDER BY signs_from` });
  }

  async insert(tx: DatabaseTransaction, key: PublicSigningKey, sealedPrivateKey: string): Promise<void> {
    await tx.execute({
      text: `INSERT INTO signing_key (kid, version, public_jwk, sealed_private_key, not_before, signs_from)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [key.kid, key.version, key.publicJwk, sealedPrivateKey, key.notBefore, key.signsFrom],
    });
  }

  /** Sets the end of a key. */
  async retire(tx: DatabaseTransaction, kid: string, notAfter: Date): Promise<PublicSigningKey> {
    const [key] = await tx.query<PublicSigningKey>({
      text: `UPDATE signing_key SET not_after = $2, version = version + 1 WHERE kid = $1 AND not_after IS NULL
        RETURNING ${COLUMNS}`,
      values: [kid, notAfter],
    });
    if (key === undefined) throw new Error('only the newest key can be retired');
    return key;
  }

  /** Removes the private halves of keys that have been withdrawn. */
  async forgetWithdrawn(tx: DatabaseTransaction): Promise<void> {
    await tx.execute({
      text: `UPDATE signing_key SET sealed_private_key = NULL
        WHERE not_after <= clock_timestamp() AND sealed_private_key IS NOT NULL`,
    });
  }

  /** The keys that may sign, the newest first; also one that signs only later. */
  signing(database: Queryable): Promise<SealedSigningKey[]> {
    return database.query<SealedSigningKey>({
      name: 'signing-keys',
      text: `SELECT kid, sealed_private_key AS "sealedPrivateKey", signs_from AS "signsFrom" FROM signing_key
        WHERE sealed_private_key IS NOT NULL ORDER BY signs_from DESC LIMIT ${MOST_SIGNING}`,
    });
  }
}
