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
import { HandleCommand } from '@paygate/messaging';
import { CreateRefunds } from './create-refunds.js';
import { RefundsRepository } from './refunds.repository.js';
import { refundOf } from './refunds.view.js';

/** The greatest size of the refunds in one reply, in UTF-16 code units: their metadata may be long. */
const PAGE_CHARACTERS = 128 * 1024;

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
    return accept({ refunds: [...page], hasMore: page.length < found.length });
  }
}

/** The first refunds, as many as a reply holds; at least one. */
function fitting(refunds: readonly Refund[]): readonly Refund[] {
  let characters = 0;
  const end = refunds.findIndex((refund) => (characters += JSON.stringify(refund).length) > PAGE_CHARACTERS);
  return end === -1 ? refunds : refunds.slice(0, Math.max(1, end));
}
