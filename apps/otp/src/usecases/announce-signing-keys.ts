import { Injectable } from '@nestjs/common';
import type { SigningKeyRow } from '@paygate/contracts';
import { otpTokenKeyTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { OtpConfig } from '../config.js';
import type { SigningKey, SigningKeyPolicy } from '../domain/signing-key.js';
import { planSigningKeys } from '../domain/signing-key.js';
import { KeyVault } from '../signing/key-vault.js';
import type { StoredSigningKey } from '../signing/signing-keys.repository.js';
import { SigningKeysRepository } from '../signing/signing-keys.repository.js';

const CLOCK_SKEW_SECONDS = 60;

/** Makes the key that is due, if one is, and publishes every key that still verifies. */
@Injectable()
export class AnnounceSigningKeys {
  readonly #policy: SigningKeyPolicy;

  constructor(
    config: OtpConfig,
    private readonly unitOfWork: UnitOfWork,
    private readonly repository: SigningKeysRepository,
    private readonly vault: KeyVault,
  ) {
    this.#policy = {
      leadSeconds: config.OTP_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.OTP_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.OTP_TOKEN_TTL_SECONDS,
      clockSkewSeconds: CLOCK_SKEW_SECONDS,
    };
  }

  isDue(keys: readonly SigningKey[], now: Date): boolean {
    return planSigningKeys(keys, now, this.#policy).kind === 'announce';
  }

  /** The keys as they are afterwards. */
  execute(): Promise<readonly StoredSigningKey[]> {
    return this.unitOfWork.run((tx) => this.#announce(tx));
  }

  async #announce(tx: Transaction): Promise<readonly StoredSigningKey[]> {
    const { keys, now } = await this.repository.heldForPlanning(tx);
    const plan = planSigningKeys(keys, now, this.#policy);
    if (plan.kind === 'announce') {
      await this.repository.insert(tx, this.vault.generate(now, plan.signsFrom));
      if (plan.retire !== undefined) await this.repository.retire(tx, plan.retire);
      await this.repository.forgetWithdrawn(tx);
    }
    const current = await this.repository.all(tx);
    for (const key of current) tx.putRow(otpTokenKeyTable, rowOf(key));
    return current;
  }
}

function rowOf({ kid, version, publicJwk, notBefore, notAfter }: SigningKey): SigningKeyRow {
  return {
    ...{ kid, version, publicJwk, notBefore: notBefore.toISOString() },
    notAfter: notAfter === null ? null : notAfter.toISOString(),
  };
}
