import { Controller } from '@nestjs/common';
import type {
  CreateRefundCommand,
  ListRefundsCommand,
  Refund,
  RefundOfMerchant,
  RefundsListed,
  Reply,
} from '@paygate/contracts';
import { accept, createRefund, getRefund, listRefunds, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting, HandleCommand } from '@paygate/messaging';
import { CreateRefunds } from './create-refunds.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundOf } from './refunds.view.js';

@Controller()
export class RefundsCommands {
  constructor(
    private readonly createRefunds: CreateRefunds,
    private readonly refunds: RefundsRepository,
  ) {}

  @HandleCommand(createRefund)
  create(_: CreateRefundCommand, message: Received<CreateRefundCommand>): Promise<Reply<Refund>> {
    return this.createRefunds.create(message);
  }

  @HandleCommand(getRefund)
  async get({ merchantId, mode, refundId }: RefundOfMerchant): Promise<Reply<Refund>> {
    const refund = await this.refunds.find(merchantId, mode, refundId);
    return refund === undefined ? refuse('refund_not_found') : accept(refundOf(refund));
  }

  @HandleCommand(listRefunds)
  async list(command: ListRefundsCommand): Promise<Reply<RefundsListed>> {
    const { merchantId, mode, startingAfter } = command;
    if (startingAfter !== undefined && (await this.refunds.find(merchantId, mode, startingAfter)) === undefined)
      return refuse('cursor_invalid', { param: 'startingAfter' });
    const found = (await this.refunds.list(command)).map(refundOf);
    const page = fitting(found.slice(0, command.limit));
    return accept({ refunds: page, hasMore: page.length < found.length });
  }
}
