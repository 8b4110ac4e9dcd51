import { Controller } from '@nestjs/common';
import type { Logo, MerchantProfile, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { MerchantProfilesRepository } from '../merchant/merchant-profiles.repository.js';
import { TillsRepository } from '../tills/tills.repository.js';
import { UpdateMerchantProfile } from './update-merchant-profile.js';

/** Commands about what customers see of a merchant. */
@Controller()
export class MerchantProfileCommands {
  constructor(
    private readonly profiles: MerchantProfilesRepository,
    private readonly updates: UpdateMerchantProfile,
    private readonly tills: TillsRepository,
  ) {}

  @HandleCommand(contract.getMerchantProfile)
  async read({ merchantId, tillId }: contract.GetMerchantProfileCommand): Promise<Reply<MerchantProfile>> {
    const profile = await this.profiles.find(merchantId);
    if (profile === undefined) return refuse('merchant_not_found');
    const known =
      tillId === undefined
        ? { hasTills: await this.tills.has(merchantId) }
        : { till: await this.tills.stateOf(merchantId, tillId) };
    return accept(Object.assign({}, profile, known));
  }

  @HandleCommand(contract.updateMerchantProfile)
  update(
    command: contract.UpdateMerchantProfileCommand,
    message: Received<contract.UpdateMerchantProfileCommand>,
  ): Promise<Reply<MerchantProfile>> {
    return this.updates.update(command, message);
  }

  @HandleCommand(contract.getLogo)
  async logo({ logoId }: contract.GetLogoCommand): Promise<Reply<Logo>> {
    const logo = await this.profiles.logo(logoId);
    return logo === undefined ? refuse('merchant_not_found') : accept(logo);
  }
}
