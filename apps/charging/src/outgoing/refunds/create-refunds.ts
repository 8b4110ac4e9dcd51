import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand, Refund, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { AppendAccountName } from '../../books/ledger/domain/ledger.js';
import { floatAccount, merchantAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { DecideRefunds } from './decide-refunds.js';
import type { RefundableCharge } from './domain/refund.js';
import type { RefundWay } from './refund-ways.js';
import { RefundWays } from './refund-ways.js';
import { RefundsRepository } from './refunds.repository.js';

/** The key of a request, while another one with the same key is being decided. */
const KEY_CONSTRAINT = 'refund_key';

/** Refunds charges: finds the charge and the way back, and lets the refund be decided. */
@Injectable()
export class CreateRefunds {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly ways: RefundWays,
    private readonly posting: Posting,
    private readonly decide: DecideRefunds,
  ) {}

  async create(message: Received<CreateRefundCommand>): Promise<Reply<Refund>> {
    const { merchantId, mode, intentId, refundId } = message.payload;
    const charge = await this.refunds.chargeOf(merchantId, mode, intentId);
    if (charge === undefined) return refuse('intent_not_found');
    if (charge.isDeclined) return refuse('intent_unexpected_state', { fields: { currentStatus: 'FAILED' } });
    const way = this.ways.of(charge, refundId);
    try {
      return await this.posting.to(accountsOf(charge, way), () => this.decide.decide(message, charge, way));
    } catch (error) {
      // the key was used for two intents at the same time: the other one has committed
      if ((error as { readonly constraint?: unknown }).constraint !== KEY_CONSTRAINT) throw error;
      return refuse('idempotency_key_reused');
    }
  }
}

function accountsOf(
  { merchantId, ledger }: RefundableCharge,
  way: RefundWay | undefined,
): readonly AppendAccountName[] {
  const merchant = merchantAccount(merchantId, ledger);
  return way === undefined ? [merchant] : [merchant, floatAccount(way.floatOwner, ledger)];
}
