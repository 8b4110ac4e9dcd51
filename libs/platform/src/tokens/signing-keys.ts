import { createPrivateKey } from 'node:crypto';
import type { SigningKeyRow } from '@paygate/contracts';
import { DatabaseUnavailable } from '../database/errors.js';
import type { DatabaseTransaction, Queryable } from '../database/statement.js';
import type { RowSealer } from '../crypto/row-sealer.js';
import type { SigningKey } from './token-issuer.js';
import { generateKeyPair } from './key-pair.js';
import type { PublicSigningKey, RotationPlan, RotationPolicy } from './rotation.js';
import { planRotation } from './rotation.js';
import type { SealedSigningKey } from './signing-keys.repository.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

export type SigningKeySealer = RowSealer<'signing_key.private'>;

/**
 * The keys that sign one service's tokens: created at the first start, shared by its instances through the database, where the private
 * halves are sealed, and rotated. The service publishes the rows that these methods return.
 */
export class SigningKeys {
  readonly #repository = new SigningKeysRepository();
  readonly #sealer: SigningKeySealer;
  readonly #policy: RotationPolicy;
  /** Opening a sealed key costs more than signing, so the last one is kept. */
  #opened: SigningKey | undefined;

  constructor(sealer: SigningKeySealer, policy: RotationPolicy) {
    this.#sealer = sealer;
    this.#policy = policy;
  }

  /**
   * Creates the first key, later a successor when it is due, and deletes the private halves of withdrawn keys. Any instance may call it
   * at any time: a lock makes them take turns, and the second finds nothing to do. Returns the rows that changed.
   */
  async rotate(tx: DatabaseTransaction): Promise<SigningKeyRow[]> {
    const { keys, now } = await this.#repository.heldForPlanning(tx);
    const plan = planRotation(keys, now, this.#policy);
    const changed = plan.kind === 'announce' ? await this.#announce(tx, plan, now) : [];
    await this.#repository.forgetWithdrawn(tx);
    return changed.map(rowOf);
  }

  /**
   * Every key after `kid`, in the order of their ids. A withdrawn key is a row with an end, not a missing row.
   */
  async rowsAfter(database: Queryable, kid: string): Promise<SigningKeyRow[]> {
    const rows = (await this.#repository.all(database)).map(rowOf).filter((row) => row.kid > kid);
    return rows.sort((a, b) => (a.kid < b.kid ? -1 : 1));
  }

  /**
   * The key that signs at a moment of the database's clock: no host's clock decides which one it is. Within a
   * transaction `database` is that one. Throws {@link DatabaseUnavailable} when there is no key yet.
   */
  async at(database: Queryable, moment: Date): Promise<SigningKey> {
    const key = await this.#repository.at(database, moment);
    if (key === undefined) throw new DatabaseUnavailable('no key signs yet');
    return this.#open(key);
  }

  async #announce(
    tx: DatabaseTransaction,
    { retire, signsFrom }: Extract<RotationPlan, { kind: 'announce' }>,
    now: Date,
  ): Promise<PublicSigningKey[]> {
    const retired = retire === undefined ? [] : [await this.#repository.retire(tx, retire.kid, retire.notAfter)];
    const { kid, publicJwk, privatePem } = generateKeyPair();
    const key = { kid, version: 1, publicJwk, notBefore: now, signsFrom, notAfter: null };
    await this.#repository.insert(tx, key, this.#sealer.seal(privatePem, 'signing_key.private', kid));
    return [...retired, key];
  }

  #open({ kid, sealedPrivateKey }: SealedSigningKey): SigningKey {
    if (this.#opened?.kid !== kid) {
      const pem = this.#sealer.open(sealedPrivateKey, 'signing_key.private', kid);
      this.#opened = { kid, privateKey: createPrivateKey(pem) };
    }
    return this.#opened;
  }
}

function rowOf({ kid, version, publicJwk, notBefore, notAfter }: PublicSigningKey): SigningKeyRow {
  return {
    kid,
    version,
    publicJwk,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter?.toISOString() ?? null,
  };
}
