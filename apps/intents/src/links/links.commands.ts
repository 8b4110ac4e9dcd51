import { Controller } from '@nestjs/common';
import type {
  CreatePaymentLinkCommand,
  LinkOfMerchant,
  ListPaymentLinksCommand,
  PayLinkCommand,
  PaymentIntent,
  PaymentLink,
  PaymentLinkPage,
  Reply,
  SharedLink,
  UpdatePaymentLinkCommand,
} from '@paygate/contracts';
import {
  accept,
  createPaymentLink,
  getPaymentLink,
  getSharedLink,
  listPaymentLinks,
  payLink,
  refuse,
  updatePaymentLink,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ChangeLink } from './change-link.js';
import { CreateLink } from './create-link.js';
import type { ReadLink } from './links.repository.js';
import { LinksRepository } from './links.repository.js';
import { paymentLink } from './links.view.js';
import { PayLink } from './pay-link.js';

/** Commands about payment links. */
@Controller()
export class LinksCommands {
  constructor(
    private readonly links: LinksRepository,
    private readonly createLink: CreateLink,
    private readonly changeLink: ChangeLink,
    private readonly payLink: PayLink,
  ) {}

  @HandleCommand(createPaymentLink)
  create(_: CreatePaymentLinkCommand, message: Received<CreatePaymentLinkCommand>): Promise<Reply<PaymentLink>> {
    return this.createLink.create(message);
  }

  @HandleCommand(getPaymentLink)
  async get(owned: LinkOfMerchant): Promise<Reply<PaymentLink>> {
    return answerOf(await this.links.findOwned(owned));
  }

  @HandleCommand(updatePaymentLink)
  update(_: UpdatePaymentLinkCommand, message: Received<UpdatePaymentLinkCommand>): Promise<Reply<PaymentLink>> {
    return this.changeLink.change(message);
  }

  @HandleCommand(listPaymentLinks)
  async list(query: ListPaymentLinksCommand): Promise<Reply<PaymentLinkPage>> {
    const { limit, startingAfter, merchantId, mode } = query;
    const found = await this.links.page(query, limit + 1);
    if (found.length === 0 && startingAfter !== undefined) {
      const cursor = await this.links.findOwned({ linkId: startingAfter, merchantId, mode });
      if (cursor === undefined) return refuse('cursor_invalid', { param: 'startingAfter' });
    }
    const links = found.slice(0, limit).map(({ link, at }) => paymentLink(link, at));
    const hasMore = found.length > limit;
    return accept({ links, hasMore, nextCursor: hasMore ? (links.at(-1)?.linkId ?? null) : null });
  }

  @HandleCommand(getSharedLink)
  async shared({ linkId }: SharedLink): Promise<Reply<PaymentLink>> {
    return answerOf(await this.links.findShared(linkId));
  }

  @HandleCommand(payLink)
  pay(_: PayLinkCommand, message: Received<PayLinkCommand>): Promise<Reply<PaymentIntent>> {
    return this.payLink.pay(message);
  }
}

function answerOf(read: ReadLink | undefined): Reply<PaymentLink> {
  return read === undefined ? refuse('payment_link_not_found') : accept(paymentLink(read.link, read.at));
}
