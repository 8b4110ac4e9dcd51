import { Injectable } from '@nestjs/common';
import { apiKeyTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Merchant } from '../merchant/merchant.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyRow } from './api-key.view.js';

/** Publishes all keys of a merchant again after its settings have changed, because the keys carry them to the gateways. */
@Injectable()
export class RepublishMerchantKeys {
  constructor(private readonly apiKeys: ApiKeysRepository) {}

  async republish(tx: Transaction, merchant: Merchant): Promise<void> {
    for (const key of await this.apiKeys.renew(tx, merchant.id)) tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
  }
}
