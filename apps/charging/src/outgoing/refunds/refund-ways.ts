import { Injectable } from '@nestjs/common';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { Rails } from '../../rails/connectors/rails.js';
import type { RefundableCharge } from './domain/refund.js';

/** The way of the money to whoever paid by mobile money. */
export interface RefundWay {
  /** The account of the float that pays. */
  readonly floatOwner: string;
  /** The phone that paid, sealed for the refund. */
  readonly phone: string;
}

/** Finds how money goes back. */
@Injectable()
export class RefundWays {
  constructor(
    private readonly rails: Rails,
    private readonly phones: PayerPhones,
  ) {}

  /** Undefined for a wallet, and where the rail gives nothing back. */
  of({ chargeId, method, rail, phone, ledger }: RefundableCharge, refundId: string): RefundWay | undefined {
    if (method === 'wallet' || rail === null || phone === null) return undefined;
    const connector = this.rails.of(rail, ofLedger(ledger).mode);
    if (connector?.refunds === undefined || !connector.isConfigured()) return undefined;
    const { floatOwner } = connector.refunds;
    return { floatOwner, phone: this.phones.seal(this.phones.open(phone, chargeId), refundId) };
  }
}
