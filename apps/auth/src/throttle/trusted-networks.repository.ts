import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { PersonalData } from '../personal-data.js';
import type { Account } from './sign-in-attempts.repository.js';

const BATCH = 10_000;

/** Trusted networks: the newest few that each account has signed in from, by their HMAC. */
@Injectable()
export class TrustedNetworksRepository {
  readonly #networksPerAccount: number;
  readonly #trustedDays: number;

  constructor(
    private readonly database: Database,
    private readonly personalData: PersonalData,
    config: AuthConfig,
  ) {
    this.#networksPerAccount = config.SIGN_IN_TRUSTED_NETWORKS;
    this.#trustedDays = config.SIGN_IN_TRUSTED_NETWORK_DAYS;
  }

  /** The index of the network that an IP address belongs to. It differs by account. */
  indexOf({ accountIndex }: Account, address: string): Buffer {
    return this.personalData.networkIndex(accountIndex, address);
  }

  async isTrusted({ mode, accountIndex }: Account, network: Buffer): Promise<boolean> {
    const rows = await this.database.query({
      name: 'trusted-network-find',
      text: `SELECT FROM trusted_network WHERE mode = $1 AND account_index = $2 AND network = $3
        AND signed_in_at > clock_timestamp() - make_interval(days => $4::int)`,
      values: [mode, accountIndex, network, this.#trustedDays],
    });
    return rows.length > 0;
  }

  /** Adds a network and removes the oldest ones, except those that a concurrent sign-in has locked. */
  async add(tx: DatabaseTransaction, { mode, accountIndex }: Account, network: Buffer): Promise<void> {
    await tx.execute({
      name: 'trusted-network-add',
      text: `INSERT INTO trusted_network (mode, account_index, network, signed_in_at) VALUES ($1, $2, $3, clock_timestamp())
        ON CONFLICT (mode, account_index, network) DO UPDATE SET signed_in_at = clock_timestamp()`,
      values: [mode, accountIndex, network],
    });
    // FOR UPDATE stands outside of the OFFSET: inside, it would lock the networks that stay as well
    await tx.execute({
      name: 'trusted-network-remove-oldest',
      text: `DELETE FROM trusted_network WHERE mode = $1 AND account_index = $2 AND network = ANY (ARRAY (
          SELECT network FROM trusted_network WHERE mode = $1 AND account_index = $2 AND signed_in_at <= (
            SELECT signed_in_at FROM trusted_network WHERE mode = $1 AND account_index = $2
            ORDER BY signed_in_at DESC OFFSET $3 LIMIT 1)
          FOR UPDATE SKIP LOCKED))`,
      values: [mode, accountIndex, this.#networksPerAccount],
    });
  }

  async removeAll(tx: DatabaseTransaction, { mode, accountIndex }: Account): Promise<void> {
    await tx.execute({
      name: 'trusted-network-remove-all',
      text: 'DELETE FROM trusted_network WHERE mode = $1 AND account_index = $2',
      values: [mode, accountIndex],
    });
  }

  async deleteExpired(): Promise<void> {
    await this.database.execute({
      name: 'trusted-network-delete-expired',
      text: `DELETE FROM trusted_network WHERE ctid = ANY (ARRAY (SELECT ctid FROM trusted_network
          WHERE signed_in_at < clock_timestamp() - make_interval(days => $1::int)
          ORDER BY signed_in_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      values: [this.#trustedDays],
    });
  }
}
