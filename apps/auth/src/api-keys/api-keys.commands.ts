import { Controller } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyIssued, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { CreateApiKey } from './create-api-key.js';
import { RevokeApiKey } from './revoke-api-key.js';
import { RotateApiKey } from './rotate-api-key.js';
import { UpdateApiKey } from './update-api-key.js';

/** Commands that create and change API keys. */
@Controller()
export class ApiKeysCommands {
  constructor(
    private readonly creation: CreateApiKey,
    private readonly rotation: RotateApiKey,
    private readonly change: UpdateApiKey,
    private readonly revocation: RevokeApiKey,
  ) {}

  @HandleCommand(contract.createApiKey)
  createApiKey(request: contract.CreateApiKey, message: Received<contract.CreateApiKey>): Promise<Reply<ApiKeyIssued>> {
    return this.creation.execute(request, message);
  }

  @HandleCommand(contract.rotateApiKey)
  rotateApiKey(request: contract.RotateApiKey, message: Received<contract.RotateApiKey>): Promise<Reply<ApiKeyIssued>> {
    return this.rotation.execute(request, message);
  }

  @HandleCommand(contract.updateApiKey)
  updateApiKey(request: contract.UpdateApiKey, message: Received<contract.UpdateApiKey>): Promise<Reply<ApiKeyInfo>> {
    return this.change.execute(request, message);
  }

  @HandleCommand(contract.revokeApiKey)
  revokeApiKey(request: contract.RevokeApiKey, message: Received<contract.RevokeApiKey>): Promise<Reply<ApiKeyInfo>> {
    return this.revocation.execute(request, message);
  }
}
