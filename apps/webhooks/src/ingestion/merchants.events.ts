import { Controller } from '@nestjs/common';
import type { MerchantVersionPinned } from '@paygate/contracts';
import { merchantVersionPinned } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { MerchantVersionsRepository } from '../events/merchant-versions.repository.js';

/** Merchants pinned to an API version by auth. */
@Controller()
export class MerchantsEvents {
  constructor(private readonly versions: MerchantVersionsRepository) {}

  @HandleEventBatch(merchantVersionPinned)
  pinned(batch: readonly Received<MerchantVersionPinned>[]): Promise<void> {
    return this.versions.store(batch.map(({ payload }) => payload));
  }
}
