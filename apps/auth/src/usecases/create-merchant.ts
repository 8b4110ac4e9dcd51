import { Injectable } from '@nestjs/common';
import type { CreateMerchant as Request, MerchantCreated, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import { MerchantsRepository } from '../merchants.repository.js';

/** Opens a merchant account. Repeated, it changes nothing: neither the name nor what was set since. */
@Injectable()
export class CreateMerchant {
  constructor(private readonly merchants: MerchantsRepository) {}

  async execute({ merchantId, name }: Request): Promise<Reply<MerchantCreated>> {
    await this.merchants.open(merchantId, name);
    return accept({ merchantId });
  }
}
