import { Injectable } from '@nestjs/common';
import type { ApiKeysListed, ListApiKeys as Request, Reply } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import { ApiKeysRepository } from './api-keys.repository.js';
import { apiKeyInfo } from './api-key.view.js';

/** One page of a merchant's keys in one mode, newest first. */
@Injectable()
export class ListApiKeys {
  constructor(private readonly apiKeys: ApiKeysRepository) {}

  async execute({ merchantId, mode, limit, startingAfter }: Request): Promise<Reply<ApiKeysListed>> {
    // one more than asked for tells whether there are more
    const found = await this.apiKeys.list({ merchantId, mode }, limit + 1, startingAfter);
    return accept({ apiKeys: found.slice(0, limit).map(apiKeyInfo), hasMore: found.length > limit });
  }
}
