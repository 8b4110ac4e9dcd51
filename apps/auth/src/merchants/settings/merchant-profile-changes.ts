import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { MerchantProfile } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { RepublishMerchantKeys } from '../api-keys/publication/republish-merchant-keys.js';
import type { NewLogo } from '../merchant/merchant-profiles.repository.js';
import { MerchantProfilesRepository } from '../merchant/merchant-profiles.repository.js';
import type { Merchant } from '../merchant/merchant.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

/** The profile as it becomes, and a new logo. */
export interface ProfileChange {
  readonly wanted: MerchantProfile;
  readonly logo: NewLogo | undefined;
}

/** A merchant whose row is locked. */
export interface LockedMerchant {
  readonly merchant: Merchant;
  readonly profile: MerchantProfile;
}

/** Reads and writes the parts of a profile. The keys of the merchant carry its name and settings to every gateway. */
@Injectable()
export class MerchantProfileChanges {
  constructor(
    private readonly merchants: MerchantsRepository,
    private readonly profiles: MerchantProfilesRepository,
    private readonly publishing: RepublishMerchantKeys,
  ) {}

  async lock(tx: Transaction, merchantId: string): Promise<LockedMerchant | undefined> {
    const merchant = await this.merchants.lock(tx, merchantId);
    const profile = await this.profiles.find(merchantId, tx);
    return merchant === undefined || profile === undefined ? undefined : { merchant, profile };
  }

  async write(tx: Transaction, merchant: Merchant, { wanted, logo }: ProfileChange): Promise<void> {
    const { name, customerSignIn, otherPhones, guestPayments, logoId } = wanted;
    if (logo !== undefined) await this.profiles.putLogo(tx, merchant.id, logo);
    else if (logoId === null) await this.profiles.removeLogo(tx, merchant.id);
    await this.profiles.write(tx, wanted);
    const changed = { ...merchant, name, customerSignIn, otherPhones, guestPayments };
    if (isDeepStrictEqual(changed, { ...merchant })) return;
    await this.merchants.write(tx, changed);
    await this.publishing.changed(tx, merchant, changed);
  }
}
