import { Injectable } from '@nestjs/common';
import type { Country } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { merchantSchema } from './merchant.schema.js';
import type { Merchant } from './merchant.js';

/** An account that its owner opens. */
export interface NewMerchant {
  readonly id: string;
  readonly name: string;
  readonly country: Country;
}

@Injectable()
export class MerchantsRepository {
  constructor(private readonly database: Database) {}

  /** An account that exists stays as it is. */
  async insert(id: string, name: string): Promise<void> {
    await this.database.execute({
      name: 'merchant-insert',
      text: 'INSERT INTO merchant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      values: [id, name],
    });
  }

  /** Inserts a new account, active in test mode, and locks it. */
  async open(tx: DatabaseTransaction, { id, name, country }: NewMerchant): Promise<Merchant> {
    await tx.execute({
      name: 'merchant-open',
      text: 'INSERT INTO merchant (id, name, country) VALUES ($1, $2, $3)',
      values: [id, name, country],
    });
    const merchant = await this.lock(tx, id);
    if (merchant === undefined) throw new Error('an insert gave no row');
    return merchant;
  }

  /** Writes the name and the settings of a merchant that is locked. Live mode accepts its request for it. */
  async write(tx: DatabaseTransaction, merchant: Merchant): Promise<void> {
    const { id, name, active, liveActive, customerSignIn, otherPhones, guestPayments, apiVersion } = merchant;
    await tx.execute({
      name: 'merchant-write',
      text: `WITH accepted AS (DELETE FROM live_request WHERE merchant_id = $1 AND $3)
        UPDATE merchant SET active = $2, live_active = $3, customer_sign_in = $4, other_phones = $5, api_version = $6,
        name = $7, guest_payments = $8 WHERE id = $1`,
      values: [id, active, liveActive, customerSignIn, otherPhones, apiVersion, name, guestPayments],
    });
  }

  async exists(id: string): Promise<boolean> {
    const found = await this.database.query({
      name: 'merchant-exists',
      text: 'SELECT FROM merchant WHERE id = $1',
      values: [id],
    });
    return found.length > 0;
  }

  async find(tx: DatabaseTransaction, id: string): Promise<Merchant | undefined> {
    return (await tx.manager.findOne(merchantSchema, { where: { id } })) ?? undefined;
  }

  /**
   * Locks a merchant's row until the transaction ends, and returns it. Its keys carry parts of the row, and changes of keys and
   * members of one merchant happen one after the other.
   */
  async lock(tx: DatabaseTransaction, id: string): Promise<Merchant | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.manager.findOne(merchantSchema, { where: { id }, lock })) ?? undefined;
  }
}
