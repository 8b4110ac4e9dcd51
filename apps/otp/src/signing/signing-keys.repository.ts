import { Injectable } from '@nestjs/common';
import type { Sealed } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { SigningKey } from '../domain/signing-key.js';

/** A key as it lies in the database, its private half sealed. */
export interface StoredSigningKey extends SigningKey {
  readonly sealedPrivateKey: Sealed;
}

const COLUMNS = `kid, version, public_jwk AS "publicJwk", not_before AS "notBefore", signs_from AS "signsFrom",
  not_after AS "notAfter", sealed_private_key AS "sealedPrivateKey"`;
/** Any number, so long as nothing else in this database locks it. */
const PLANNING_LOCK = 7_467_001;

@Injectable()
export class SigningKeysRepository {
  constructor(private readonly database: Database) {}

  /** The keys that are not withdrawn. */
  all(queryable: Queryable = this.database): Promise<StoredSigningKey[]> {
    return queryable.query<StoredSigningKey>({
      name: 'otp-signing-keys',
      text: `SELECT ${COLUMNS} FROM otp_signing_key WHERE not_after IS NULL OR not_after > clock_timestamp()`,
    });
  }

  /** The keys and the time, while no other instance can be planning: instances that boot together make one key. */
  async heldForPlanning(tx: DatabaseTransaction): Promise<{ keys: readonly StoredSigningKey[]; now: Date }> {
    await tx.execute({ text: 'SELECT pg_advisory_xact_lock($1)', values: [PLANNING_LOCK] });
    const [row] = await tx.query<{ now: Date }>({ text: 'SELECT otp_now() AS now' });
    if (row === undefined) throw new Error('the database did not tell its time');
    return { keys: await this.all(tx), now: row.now };
  }

  async insert(tx: DatabaseTransaction, key: StoredSigningKey): Promise<void> {
    await tx.execute({
      text: `INSERT INTO otp_signing_key (kid, version, public_jwk, sealed_private_key, not_before, signs_from)
        VALUES ($1, $2, $3, $4, $5, $6)`,
      values: [key.kid, key.version, key.publicJwk, key.sealedPrivateKey, key.notBefore, key.signsFrom],
    });
  }

  /** Sets when a key ends. */
  async retire(tx: DatabaseTransaction, end: { readonly kid: string; readonly notAfter: Date }): Promise<void> {
    await tx.execute({
      text: `UPDATE otp_signing_key SET not_after = $2, version = version + 1 WHERE kid = $1 AND not_after IS NULL`,
      values: [end.kid, end.notAfter],
    });
  }

  /** Deletes keys whose last token is long dead; their public rows have said so since they were retired. */
  async forgetWithdrawn(tx: DatabaseTransaction): Promise<void> {
    await tx.execute({ text: 'DELETE FROM otp_signing_key WHERE not_after < clock_timestamp()' });
  }
}
