import { Controller } from '@nestjs/common';
import type { ApiKeyIssued, ApiKeysListed, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateApiKey } from './create-api-key.js';
import { ListApiKeys } from './list-api-keys.js';
import { RotateApiKey } from './rotate-api-key.js';

/** Commands that make and list API keys. */
@Controller()
export class ApiKeysCommands {
  constructor(
    private readonly creation: CreateApiKey,
    private readonly listing: ListApiKeys,
    private readonly rotation: RotateApiKey,
  ) {}

  @HandleCommand(contract.createApiKey)
  createApiKey(request: contract.CreateApiKey, message: Received<contract.CreateApiKey>): Promise<Reply<ApiKeyIssued>> {
    return this.creation.execute(request, message);
  }

  @HandleCommand(contract.listApiKeys)
  listApiKeys(request: contract.ListApiKeys): Promise<Reply<ApiKeysListed>> {
    return this.listing.execute(request);
  }

  @HandleCommand(contract.rotateApiKey)
  rotateApiKey(request: contract.RotateApiKey, message: Received<contract.RotateApiKey>): Promise<Reply<ApiKeyIssued>> {
    return this.rotation.execute(request, message);
  }
}
