import { Controller } from '@nestjs/common';
import type { ApiKeyCreated, ApiKeyRevoked, MerchantCreated, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateApiKey } from './usecases/create-api-key.js';
import { CreateMerchant } from './usecases/create-merchant.js';
import { RevokeApiKey } from './usecases/revoke-api-key.js';

/** Commands about merchant accounts and their keys. */
@Controller()
export class MerchantsCommands {
  constructor(
    private readonly openMerchant: CreateMerchant,
    private readonly mintKey: CreateApiKey,
    private readonly endKey: RevokeApiKey,
  ) {}

  @HandleCommand(contract.createMerchant)
  createMerchant(request: contract.CreateMerchant): Promise<Reply<MerchantCreated>> {
    return this.openMerchant.execute(request);
  }

  @HandleCommand(contract.createApiKey)
  createApiKey(
    request: contract.CreateApiKey,
    message: Received<contract.CreateApiKey>,
  ): Promise<Reply<ApiKeyCreated>> {
    return this.mintKey.execute(request, message);
  }

  @HandleCommand(contract.revokeApiKey)
  revokeApiKey(
    request: contract.RevokeApiKey,
    message: Received<contract.RevokeApiKey>,
  ): Promise<Reply<ApiKeyRevoked>> {
    return this.endKey.execute(request, message);
  }
}
