import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { merchantSchema } from './auth.schema.js';
import type { Merchant } from './domain/merchant.js';

@Injectable()
export class MerchantsRepository {
  constructor(private readonly database: Database) {}

  /** Opens an account; one that exists stays as it is. */
  async open(id: string, name: string): Promise<void> {
    await this.database.execute({
      name: 'merchant-open',
      text: 'INSERT INTO merchant (id, name) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
      values: [id, name],
    });
  }

  /** Writes the settings of a merchant that is held. */
  async write(tx: DatabaseTransaction, merchant: Merchant): Promise<void> {
    await tx.execute({
      name: 'merchant-write',
      text: 'UPDATE merchant SET active = $2, live_active = $3, require_sign_in = $4, api_version = $5 WHERE id = $1',
      values: [merchant.id, merchant.active, merchant.liveActive, merchant.requireSignIn, merchant.apiVersion],
    });
  }

  async isThere(id: string): Promise<boolean> {
    const found = await this.database.query({
      name: 'merchant-is-there',
      text: 'SELECT FROM merchant WHERE id = $1',
      values: [id],
    });
    return found.length > 0;
  }

  /**
   * A merchant whose row cannot change before the transaction ends: its keys copy parts of it. Those who change keys of one
   * merchant do so one after the other.
   */
  async held(tx: DatabaseTransaction, id: string): Promise<Merchant | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await tx.manager.findOne(merchantSchema, { where: { id }, lock })) ?? undefined;
  }
}
