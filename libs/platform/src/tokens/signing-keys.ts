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
 * The time for which keys are used from memory before they are read again. Well below the skew for which a retired key verifies after its
 * last token: so even one that signs this much too long gives tokens that verify until they expire.
 */
const HELD_MS = 30_000;

/**
 * The keys that sign one service's tokens: created at the first start, shared by its instances through the database, where the private
 * halves are sealed, and rotated. The service publishes the rows that these methods return.
 */
export class SigningKeys {
  readonly #repository = new SigningKeysRepository();
  readonly #sealer: SigningKeySealer;
  readonly #policy: RotationPolicy;
  #held: { readonly keys: readonly SealedSigningKey[]; readonly untilMs: number } | undefined;
  /** Opening a sealed key costs more than signing, so the last one is kept. */
  #opened: SigningKey | undefined;

  constructor(sealer: SigningKeySealer, policy: RotationPolicy) {
    this.#sealer = sealer;
    this.#policy = policy;
  }

  /** The longest lifetime of a token that these keys sign: they verify for as long after their last one. */
  get tokenTtlSeconds(): number {
    return this.#policy.tokenTtlSeconds;
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
    this.#held = undefined;
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
   * The key that signs at a moment of the database's clock: no host's clock decides which one it is. It comes from memory, or is
   * read with `database`, within a transaction that one. Throws {@link DatabaseUnavailable} when there is no key yet.
   */
  async at(database: Queryable, moment: Date): Promise<SigningKey> {
    const key = signerAt(await this.#keys(database), moment);
    if (key !== undefined) return this.#open(key);
    this.#held = undefined;
    throw new DatabaseUnavailable('no key signs yet');
  }

  async #keys(database: Queryable): Promise<readonly SealedSigningKey[]> {
    const nowMs = performance.now();
    if (this.#held !== undefined && nowMs < this.#held.untilMs) return this.#held.keys;
    const keys = await this.#repository.signing(database);
    this.#held = { keys, untilMs: nowMs + HELD_MS };
    return keys;
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

/** The newest key that may sign at a moment. `keys` begin with the newest. */
function signerAt(keys: readonly SealedSigningKey[], moment: Date): SealedSigningKey | undefined {
  return keys.find(({ signsFrom }) => signsFrom <= moment);
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
