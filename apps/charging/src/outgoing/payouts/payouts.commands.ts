import { Controller } from '@nestjs/common';
import type {
  CancelPayoutCommand,
  CreatePayoutCommand,
  ListPayoutsCommand,
  Payout,
  PayoutOfMerchant,
  PayoutsListed,
  Reply,
} from '@paygate/contracts';
import { accept, cancelPayout, createPayout, getPayout, listPayouts, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting, HandleCommand } from '@paygate/messaging';
import { CancelPayouts } from './cancel-payouts.js';
import { CreatePayouts } from './create-payouts.js';
import { PayoutsRepository } from './payouts.repository.js';
import { payoutOf } from './payouts.view.js';

@Controller()
export class PayoutsCommands {
  constructor(
    private readonly createPayouts: CreatePayouts,
    private readonly cancelPayouts: CancelPayouts,
    private readonly payouts: PayoutsRepository,
  ) {}

  @HandleCommand(createPayout)
  create(_: CreatePayoutCommand, message: Received<CreatePayoutCommand>): Promise<Reply<Payout>> {
    return this.createPayouts.create(message);
  }

  @HandleCommand(cancelPayout)
  cancel(_: CancelPayoutCommand, message: Received<CancelPayoutCommand>): Promise<Reply<Payout>> {
    return this.cancelPayouts.cancel(message);
  }

  @HandleCommand(getPayout)
  async get({ merchantId, mode, payoutId }: PayoutOfMerchant): Promise<Reply<Payout>> {
    const payout = await this.payouts.find(merchantId, mode, payoutId);
    return payout === undefined ? refuse('payout_not_found') : accept(payoutOf(payout));
  }

  @HandleCommand(listPayouts)
  async list(command: ListPayoutsCommand): Promise<Reply<PayoutsListed>> {
    const { merchantId, mode, startingAfter } = command;
    if (startingAfter !== undefined && (await this.payouts.find(merchantId, mode, startingAfter)) === undefined)
      return refuse('cursor_invalid', { param: 'startingAfter' });
    const found = (await this.payouts.list(command)).map(payoutOf);
    const page = fitting(found.slice(0, command.limit));
    return accept({ payouts: page, hasMore: page.length < found.length });
  }
}
