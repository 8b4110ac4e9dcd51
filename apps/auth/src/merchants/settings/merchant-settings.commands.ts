import { Controller } from '@nestjs/common';
import type { MerchantSettings, Reply } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { HandleCommand, UnitOfWork } from '@paygate/messaging';
import { RepublishMerchantKeys } from '../api-keys/publication/republish-merchant-keys.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import type { Merchant } from '../merchant/merchant.js';
import { MerchantsRepository } from '../merchant/merchants.repository.js';

type Change = (tx: Transaction, merchant: Merchant) => Promise<Merchant>;

/** Commands that change the settings of a merchant. Its keys carry them to every gateway, in the same transaction. */
@Controller()
export class MerchantSettingsCommands {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly merchants: MerchantsRepository,
    private readonly publishing: RepublishMerchantKeys,
    private readonly audit: AuditTrail,
  ) {}

  /** Sets the given fields, with an audit record of those that change. Activation accepts the request for live mode. */
  @HandleCommand(contract.setMerchant)
  set(
    { merchantId, ...given }: contract.SetMerchantCommand,
    message: Received<contract.SetMerchantCommand>,
  ): Promise<Reply<MerchantSettings>> {
    const { producer: actor, requestId } = message;
    return this.#change(merchantId, message, async (tx, merchant) => {
      const detail: Record<string, unknown> = Object.fromEntries(
        Object.entries(given).filter(([name, value]) => merchant[name as keyof Merchant] !== value),
      );
      if (Object.keys(detail).length === 0) return merchant;
      // the database does it: asks of live mode need an owner who has been proven in live mode
      if (detail['liveActive'] === true && merchant.phoneAsks) detail['phoneAsks'] = false;
      // settings belong to both modes, and so does the chain
      const entry = { merchantId, mode: 'live', action: 'merchant.changed', subject: merchantId } as const;
      await this.audit.append(tx, { ...entry, actor, requestId, detail });
      return { ...merchant, ...detail };
    });
  }

  /** Pins a merchant to a version, unless it is pinned. */
  @HandleCommand(contract.pinApiVersion)
  pin(
    { merchantId, apiVersion }: contract.PinApiVersionCommand,
    message: Received<contract.PinApiVersionCommand>,
  ): Promise<Reply<MerchantSettings>> {
    return this.#change(merchantId, message, (tx, merchant) => {
      if (merchant.apiVersion !== null) return Promise.resolve(merchant);
      tx.emit(contract.merchantVersionPinned, { merchantId, apiVersion });
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
        const merchant = await this.merchants.lock(tx, merchantId);
        if (merchant === undefined)
          return refuse('parameter_invalid', { param: 'merchantId', detail: 'no such merchant' });
        const changed = await change(tx, merchant);
        if (changed === merchant) return accept(settingsOf(merchant));
        await this.merchants.write(tx, changed);
        await this.publishing.changed(tx, merchant, changed);
        return accept(settingsOf(changed));
      },
      { requestId, causationId },
    );
  }
}

function settingsOf(merchant: Merchant): MerchantSettings {
  const { id: merchantId, active, liveActive, customerSignIn, otherPhones, guestPayments, apiVersion } = merchant;
  return { merchantId, active, liveActive, customerSignIn, otherPhones, guestPayments, apiVersion };
}
