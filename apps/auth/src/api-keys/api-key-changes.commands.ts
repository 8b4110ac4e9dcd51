import { Controller } from '@nestjs/common';
import type { ApiKeyInfo, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { RevokeApiKey } from './revoke-api-key.js';
import { UpdateApiKey } from './update-api-key.js';

/** Commands that change an API key. */
@Controller()
export class ApiKeyChangesCommands {
  constructor(
    private readonly change: UpdateApiKey,
    private readonly revocation: RevokeApiKey,
  ) {}

  @HandleCommand(contract.updateApiKey)
  updateApiKey(request: contract.UpdateApiKey, message: Received<contract.UpdateApiKey>): Promise<Reply<ApiKeyInfo>> {
    return this.change.execute(request, message);
  }

  @HandleCommand(contract.revokeApiKey)
  revokeApiKey(request: contract.RevokeApiKey, message: Received<contract.RevokeApiKey>): Promise<Reply<ApiKeyInfo>> {
    return this.revocation.execute(request, message);
  }
}
