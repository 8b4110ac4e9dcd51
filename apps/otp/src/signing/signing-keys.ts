import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '@paygate/platform';
import type { SigningKey } from '../domain/signing-key.js';
import { signingKeyAt } from '../domain/signing-key.js';
import { AnnounceSigningKeys } from '../usecases/announce-signing-keys.js';
import { KeyVault } from './key-vault.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

interface LoadedKey extends SigningKey {
  readonly privateKey: KeyObject;
}

/** The keys that sign authorization tokens, in memory. Made at first boot, shared by all instances, rotated. */
@Injectable()
export class SigningKeys {
  #keys: readonly LoadedKey[] = [];
  #announced = false;

  constructor(
    private readonly repository: SigningKeysRepository,
    private readonly announce: AnnounceSigningKeys,
    private readonly vault: KeyVault,
    private readonly clock: Clock,
  ) {}

  get ready(): boolean {
    return signingKeyAt(this.#keys, this.clock.now()) !== undefined;
  }

  /** The key that signs at a moment of the database's clock. */
  at(moment: Date): { readonly kid: string; readonly privateKey: KeyObject } {
    const key = signingKeyAt(this.#keys, moment);
    if (key === undefined) throw new Error('there is no signing key yet');
    return key;
  }

  /**
   * Takes the keys over from the database, after making a new one when it is due. At each start they are announced again,
   * so that a topic that was lost is whole again.
   */
  async refresh(): Promise<void> {
    const stored = await this.repository.all();
    const announce = !this.#announced || this.announce.isDue(stored, this.clock.now());
    const current = announce ? await this.announce.execute() : stored;
    this.#announced = true;
    this.#keys = current.map((key) => {
      const known = this.#keys.find(({ kid }) => kid === key.kid);
      return { ...key, privateKey: known?.privateKey ?? this.vault.privateKeyOf(key) };
    });
  }
}
