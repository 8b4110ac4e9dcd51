import { Injectable } from '@nestjs/common';
import type { MerchantSettings, PinApiVersion, Reply, SetMerchant as Request } from '@paygate/contracts';
import { accept, apiKeyTable, merchantVersionPinned, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { ApiKeysRepository } from '../api-keys.repository.js';
import { AuditTrail } from '../audit-trail.js';
import { apiKeyRow, merchantSettings } from '../auth.view.js';
import type { Merchant } from '../domain/merchant.js';
import { MerchantsRepository } from '../merchants.repository.js';

type Change = (tx: Transaction, merchant: Merchant) => Promise<Merchant>;

/** Changes the settings of a merchant. Its keys carry them to every gateway, in the same transaction. */
@Injectable()
export class SetMerchant {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly apiKeys: ApiKeysRepository,
    private readonly audit: AuditTrail,
  ) {}

  /** Sets what is given, and puts on record what that changes. */
  execute({ merchantId, ...given }: Request, message: Received<Request>): Promise<Reply<MerchantSettings>> {
    const { producer: actor, requestId } = message;
    return this.#change(merchantId, message, async (tx, merchant) => {
      const detail = Object.fromEntries(
        Object.entries(given).filter(([name, value]) => merchant[name as keyof Merchant] !== value),
      );
      if (Object.keys(detail).length === 0) return merchant;
      // what is changed of live is what matters, and the chain is one for both modes
      const entry = { merchantId, mode: 'live', action: 'merchant.changed', subject: merchantId } as const;
      await this.audit.append(tx, { ...entry, actor, requestId, detail });
      return { ...merchant, ...detail };
    });
  }

  /** Pins a merchant to a version, unless it is pinned. */
  pin({ merchantId, apiVersion }: PinApiVersion, message: Received<PinApiVersion>): Promise<Reply<MerchantSettings>> {
    return this.#change(merchantId, message, (tx, merchant) => {
      if (merchant.apiVersion !== null) return Promise.resolve(merchant);
      tx.emit(merchantVersionPinned, { merchantId, apiVersion });
      return Promise.resolve({ ...merchant, apiVersion });
    });
  }

  #change(
    merchantId: string,
    { id: causationId, requestId }: Received<unknown>,
    change: Change,
  ): Promise<Reply<MerchantSettings>> {
    return this.unitOfWork.run(
      async (tx) => {
        const merchant = await this.merchants.held(tx, merchantId);
        if (merchant === undefined)
          return refuse('parameter_invalid', { param: 'merchantId', detail: 'no such merchant' });
        const changed = await change(tx, merchant);
        if (changed === merchant) return accept(merchantSettings(merchant));
        await this.merchants.write(tx, changed);
        for (const key of await this.apiKeys.renew(tx, merchantId)) tx.putRow(apiKeyTable, apiKeyRow(key, changed));
        return accept(merchantSettings(changed));
      },
      { requestId, causationId },
    );
  }
}
