import { Injectable } from '@nestjs/common';
import { userTokenKeyTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { signingKeyRow } from '../auth.view.js';
import { AuthConfig } from '../config.js';
import type { SigningKey, SigningKeyPlan, SigningKeyPolicy } from '../domain/signing-key.js';
import { planSigningKeys } from '../domain/signing-key.js';
import { generateKeyPair } from '../signing-key-pair.js';
import { SigningKeysRepository } from '../signing-keys.repository.js';
import { Vault } from '../vault.js';

/** A verifier's clock may be off by this much. */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Makes the first signing key, later a successor in time, and forgets the private halves of those that were withdrawn.
 * Any instance may do it at any time: they take turns under a lock, and whoever comes second finds it done.
 */
@Injectable()
export class KeepSigningKeys {
  readonly #policy: SigningKeyPolicy;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeysRepository,
    private readonly vault: Vault,
    config: AuthConfig,
  ) {
    this.#policy = {
      leadSeconds: config.USER_TOKEN_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.USER_TOKEN_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.USER_TOKEN_TTL_SECONDS,
      clockSkewSeconds: CLOCK_SKEW_SECONDS,
    };
  }

  async execute(): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const { keys, now } = await this.keys.heldForPlanning(tx);
      const plan = planSigningKeys(keys, now, this.#policy);
      if (plan.kind === 'announce') await this.#announce(tx, plan, now);
      await this.keys.forgetWithdrawn(tx);
    });
  }

  async #announce(tx: Transaction, plan: Extract<SigningKeyPlan, { kind: 'announce' }>, now: Date): Promise<void> {
    if (plan.retire !== undefined) {
      const retired = await this.keys.retire(tx, plan.retire.kid, plan.retire.notAfter);
      tx.putRow(userTokenKeyTable, signingKeyRow(retired));
    }
    const { kid, publicJwk, privatePem } = generateKeyPair();
    const key: SigningKey = { kid, version: 1, publicJwk, notBefore: now, signsFrom: plan.signsFrom, notAfter: null };
    await this.keys.insert(tx, key, this.vault.seal(privatePem, 'signing_key.private', kid));
    tx.putRow(userTokenKeyTable, signingKeyRow(key));
  }
}
