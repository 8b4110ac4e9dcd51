import { Controller } from '@nestjs/common';
import type { PayoutQuoted, QuotePayoutCommand, Reply } from '@paygate/contracts';
import { accept, quotePayout, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { DestinationsRepository } from './destinations/destinations.repository.js';
import { JudgePayouts } from './judge-payouts.js';
import { PayoutTerms } from './payout-terms.js';

@Controller()
export class PayoutFeeCommands {
  constructor(
    private readonly destinations: DestinationsRepository,
    private readonly judge: JudgePayouts,
    private readonly terms: PayoutTerms,
    private readonly database: Database,
  ) {}

  @HandleCommand(quotePayout)
  async quote({ merchantId, mode, destinationId, amount }: QuotePayoutCommand): Promise<Reply<PayoutQuoted>> {
    const destination = await this.destinations.find(merchantId, mode, destinationId);
    if (destination === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
    const refusal = amount === undefined ? undefined : this.terms.refusalOf(BigInt(amount));
    if (refusal !== undefined) return refusal;
    const wanted = amount === undefined ? await this.judge.everything(this.database, destination) : BigInt(amount);
    const fee = this.terms.feeOf(wanted);
    const { bps, fixed } = this.terms.fee;
    return accept({
      ...{ object: 'payout_fee', ...ofLedger(destination.ledger) },
      ...{ amount: wanted.toString(), fee: fee.toString(), net: (wanted - fee).toString() },
      ...{ bps: Number(bps), fixed: Number(fixed) },
    });
  }
}
