import { Injectable } from '@nestjs/common';
import { getMerchantProfile } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import { ofLedger } from '../../books/ledger/domain/ledger.js';

/** The account of a merchant in one mode. */
export interface PayingAccount {
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
}

/** Asks auth whether merchants are active: one who is not is paid nothing, neither by schedule nor by batch. */
@Injectable()
export class ActiveMerchants {
  constructor(private readonly bus: CommandBus) {}

  /** Undefined when auth does not say. */
  async isActive({ merchantId, ledger }: PayingAccount, requestId = newId('request')): Promise<boolean | undefined> {
    const reply = await this.bus.send(getMerchantProfile, { merchantId }, { requestId });
    if (!reply.ok) return undefined;
    return reply.data.active && (ofLedger(ledger).mode === 'test' || reply.data.liveActive);
  }
}
