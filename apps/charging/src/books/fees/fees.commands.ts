import { Controller } from '@nestjs/common';
import type {
  FeeQuoted,
  FeesListed,
  FeeSet,
  FeeTerms,
  ListFeesCommand,
  QuoteFeeCommand,
  Reply,
  SetFeeCommand,
} from '@paygate/contracts';
import {
  accept,
  amountRefusal,
  currencyRefusal,
  feeMethods,
  listFees,
  quoteFee,
  refuse,
  setFee,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { AgreeFees } from './agree-fees.js';
import { feeOf } from './domain/fee.js';
import { FeeSchedules } from './fee-schedules.js';
import { FeeSchedulesRepository } from './fee-schedules.repository.js';

@Controller()
export class FeesCommands {
  constructor(
    private readonly fees: FeeSchedules,
    private readonly schedules: FeeSchedulesRepository,
    private readonly agree: AgreeFees,
    private readonly database: Database,
  ) {}

  /** Refuses what intents refuses: an amount that no payment can have has no fee. */
  @HandleCommand(quoteFee)
  async quote(command: QuoteFeeCommand): Promise<Reply<FeeQuoted>> {
    const { merchantId, mode, method, amount, currency } = command;
    const bounds = this.fees.taken[mode].get(currency);
    if (bounds === undefined) return currencyRefusal(command, this.fees.taken);
    const refusal = amountRefusal(BigInt(amount), currency, bounds);
    if (refusal !== undefined) return refusal;
    const schedule = (await this.fees.current()).of(merchantId, method, await this.database.now());
    const { bps, fixed } = schedule;
    return accept({ fee: feeOf(BigInt(amount), schedule).toString(), bps: Number(bps), fixed: Number(fixed) });
  }

  @HandleCommand(listFees)
  async list({ merchantId }: ListFeesCommand, { producer }: Received<ListFeesCommand>): Promise<Reply<FeesListed>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const agreed = await this.schedules.of(merchantId);
    return accept({
      agreed: agreed.map(({ method, bps, fixed, effectiveFrom }) => ({
        ...{ method, bps: Number(bps), fixed: Number(fixed), effectiveFrom: effectiveFrom.toISOString() },
      })),
      standard: feeMethods.map((method): FeeTerms => {
        const { bps, fixed } = this.fees.standard[method];
        return { method, bps: Number(bps), fixed: Number(fixed) };
      }),
    });
  }

  @HandleCommand(setFee)
  set(_: SetFeeCommand, message: Received<SetFeeCommand>): Promise<Reply<FeeSet>> {
    return message.producer === 'operator' ? this.agree.agree(message) : Promise.resolve(refuse('scope_missing'));
  }
}
