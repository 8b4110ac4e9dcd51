import { Injectable } from '@nestjs/common';
import type { ApiKeyCreated, CreateApiKey as Request, Reply } from '@paygate/contracts';
import { accept, apiKeyTable, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeyMint } from '../api-key-mint.js';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { apiKeyRow } from '../auth.view.js';
import type { WantedApiKey } from '../domain/api-key.js';
import { isRepeatOf } from '../domain/api-key.js';
import { MerchantsRepository } from '../merchants.repository.js';

/**
 * Mints an API key. Its text exists in this process only, until the answer is sealed for the asker: a table or a topic that
 * could give it a second time could give it to someone else too. So a command that comes again, in whatever way, finds the
 * key and is answered without its text; an asker who got no first answer revokes that key and asks for another.
 */
@Injectable()
export class CreateApiKey {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly mint: ApiKeyMint,
  ) {}

  async execute(request: Request, message: Received<Request>): Promise<Reply<ApiKeyCreated>> {
    const { apiKeyId, merchantId, mode, type, name } = request;
    const wanted: WantedApiKey = { id: apiKeyId, merchantId, mode, type, name };
    const minted = this.mint.mint(wanted, message.producer);
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.held(tx, merchantId);
        if (merchant?.active !== true) return refuse('merchant_inactive');
        const key = await this.apiKeys.insert(tx, wanted, minted.hash);
        if (key === undefined) return this.#repeated(tx, wanted);
        tx.putRow(apiKeyTable, apiKeyRow(key, merchant));
        return accept({ apiKeyId, key: minted.sealedText });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }

  async #repeated(tx: Transaction, wanted: WantedApiKey): Promise<Reply<ApiKeyCreated>> {
    const existing = await this.apiKeys.find(tx, wanted.id);
    if (existing !== undefined && isRepeatOf(existing, wanted)) {
      return { ok: true, data: { apiKeyId: existing.id }, replayed: true };
    }
    return refuse('parameter_invalid', { param: 'apiKeyId', detail: 'the id is taken' });
  }
}
