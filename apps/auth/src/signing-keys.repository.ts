import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { signingKeySchema } from './auth.schema.js';
import type { SigningKey } from './domain/signing-key.js';

/** The key that signs now. `now` is the database's, read with it: no host's clock decides which key that is. */
export interface CurrentKey {
  readonly kid: string;
  readonly sealedPrivateKey: string;
  readonly now: Date;
}

const COLUMNS = `kid, version, public_jwk AS "publicJwk", not_before AS "notBefore", signs_from AS "signsFrom",
  not_after AS "notAfter"`;
/** Any number, so long as nothing else in this database locks it. */
const ROTATION_LOCK = 7_461_001;

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** All keys, while no other instance can be planning on them: instances that boot together make one key. */
  async heldForPlanning(tx: DatabaseTransaction): Promise<{ keys: readonly SigningKey[]; now: Date }> {
    await tx.execute({ text: 'SELECT pg_advisory_xact_lock($1)', values: [ROTATION_LOCK] });
    const keys = await this.all(tx);
    const [row] = await tx.query<{ now: Date }>({ text: 'SELECT clock_timestamp() AS now' });
    if (row === undefined) throw new Error('the database did not tell its time');
    return { keys, now: row.now };
  }

  all(tx: DatabaseTransaction): Promise<readonly SigningKey[]> {
    return tx.manager.find(signingKeySchema);
  }

  async insert(tx: DatabaseTransaction, key: SigningKey, sealedPrivateKey: string): Promise<void> {
    await tx.execute({
      text: `INSERT INTO signing_key (kid, version, public_jwk, sealed_private_key, not_before, signs_from)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [key.kid, key.version, key.publicJwk, sealedPrivateKey, key.notBefore, key.signsFrom],
    });
  }

  /** Ends a key at a moment to come. */
  async retire(tx: DatabaseTransaction, kid: string, notAfter: Date): Promise<SigningKey> {
    const [key] = await tx.query<SigningKey>({
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

  /** The youngest key whose time to sign has come. */
  async current(): Promise<CurrentKey | undefined> {
    const [row] = await this.database.query<CurrentKey>({
      name: 'signing-key-current',
      text: `SELECT kid, sealed_private_key AS "sealedPrivateKey", clock_timestamp() AS now FROM signing_key
        WHERE signs_from <= clock_timestamp() AND sealed_private_key IS NOT NULL ORDER BY signs_from DESC LIMIT 1`,
    });
    return row;
  }
}
