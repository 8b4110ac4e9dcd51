import { Controller } from '@nestjs/common';
import type { ApiKeyInfo, ApiKeyIssued, ApiKeyRevoked, Reply } from '@paygate/contracts';
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
  createApiKey(
    request: contract.CreateApiKeyCommand,
    message: Received<contract.CreateApiKeyCommand>,
  ): Promise<Reply<ApiKeyIssued>> {
    return this.creation.create(request, message);
  }

  @HandleCommand(contract.rotateApiKey)
  rotateApiKey(
    request: contract.RotateApiKeyCommand,
    message: Received<contract.RotateApiKeyCommand>,
  ): Promise<Reply<ApiKeyIssued>> {
    return this.rotation.rotate(request, message);
  }

  @HandleCommand(contract.updateApiKey)
  updateApiKey(
    request: contract.UpdateApiKeyCommand,
    message: Received<contract.UpdateApiKeyCommand>,
  ): Promise<Reply<ApiKeyInfo>> {
    return this.change.update(request, message);
  }

  @HandleCommand(contract.revokeApiKey)
  revokeApiKey(
    request: contract.RevokeApiKeyCommand,
    message: Received<contract.RevokeApiKeyCommand>,
  ): Promise<Reply<ApiKeyRevoked>> {
    return this.revocation.revoke(request, message);
  }
}
