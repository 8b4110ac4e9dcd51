import { Injectable } from '@nestjs/common';
import { apiKeyTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import type { Merchant } from '../../merchant/merchant.js';
import { MerchantsRepository } from '../../merchant/merchants.repository.js';
import { publicationOf } from '../../merchant/publication.js';
import { apiKeyRow } from '../api-key.view.js';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { DuePublicationsRepository } from './due-publications.repository.js';

/** Publishes all keys of a merchant again after its settings have changed, because the keys carry them to the gateways. */
@Injectable()
export class RepublishMerchantKeys {
  constructor(
    private readonly apiKeys: ApiKeysRepository,
    private readonly merchants: MerchantsRepository,
    private readonly publications: DuePublicationsRepository,
  ) {}

  /** Publishes a change of a merchant that is locked: at once, or together with those of up to a second. What no key carries is not published. */
  async changed(tx: Transaction, before: Merchant, after: Merchant): Promise<void> {
    const publication = publicationOf(before, after);
    if (publication === 'gathered') await this.publications.add(tx, after.id);
    if (publication !== 'now') return;
    await this.publications.take(tx, after.id);
    await this.#publish(tx, after);
  }

  /** Publishes what is due of a merchant, unless another instance has done so. */
  async publishDue(tx: Transaction, merchantId: string): Promise<void> {
    const merchant = await this.merchants.lock(tx, merchantId);
    if (merchant !== undefined && (await this.publications.take(tx, merchantId))) await this.#publish(tx, merchant);
  }

  async #publish(tx: Transaction, merchant: Merchant): Promise<void> {
    for (const key of await this.apiKeys.renew(tx, merchant.id)) tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
  }
}
