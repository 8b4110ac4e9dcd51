import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import type { PaymentLinkPageAnswer } from '@paygate/contracts';
import { createPaymentLink, getPaymentLink, listPaymentLinks, operations, updatePaymentLink } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { idempotencyOf } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { returnUrlFaults } from '../payments/intents/return-url.js';
import { LinkViews } from './link-views.js';
import type { OneLink } from './shared-links.js';
import { linkIdOf } from './shared-links.js';
import { momentOf } from '../../requests/moment.js';

const DEFAULT_PAGE_LINKS = 20;
const lists = new RequestReader(operations.listPaymentLinks);
const creations = new RequestReader(operations.createPaymentLink);
const reads = new RequestReader(operations.getPaymentLink);
const updates = new RequestReader(operations.updatePaymentLink);

/** Payment links over HTTP, for their merchant: those of the mode of the caller, which is a key or a dashboard session. */
@Controller()
export class LinksController {
  constructor(
    private readonly bus: CommandBus,
    private readonly views: LinkViews,
  ) {}

  @Get(routeOf(operations.listPaymentLinks))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { limit = DEFAULT_PAGE_LINKS, startingAfter } = lists.read(request).query;
    const command = { ...accountOf(request), limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listPaymentLinks, command, { requestId: request.id }));
    const { links, hasMore, nextCursor } = data;
    const answer: PaymentLinkPageAnswer = { data: links.map((link) => this.views.owned(link)), hasMore, nextCursor };
    sendJson(reply, operations.listPaymentLinks.success, JSON.stringify(answer));
  }

  @Post(routeOf(operations.createPaymentLink))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { fields } = creations.read(request, { faultsOf: ({ body }) => returnUrlFaults(body, account.mode) });
    const expiresAt = momentOf(fields.expiresAt);
    const idempotency = idempotencyOf(request.headers, request.body);
    const command = {
      ...account,
      linkId: newId('paymentLink'),
      ...given(fields),
      ...given({ expiresAt, idempotency }),
    };
    const outcome = accepted(await this.bus.send(createPaymentLink, command, { requestId: request.id }));
    markReplay(reply, outcome);
    sendJson(reply, operations.createPaymentLink.success, JSON.stringify(this.views.owned(outcome.data)));
  }

  @Get(routeOf(operations.getPaymentLink))
  async read(@Req() request: OneLink, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const command = { ...accountOf(request), linkId: linkIdOf(request) };
    const { data } = accepted(await this.bus.send(getPaymentLink, command, { requestId: request.id }));
    sendJson(reply, operations.getPaymentLink.success, JSON.stringify(this.views.owned(data)));
  }

  @Patch(routeOf(operations.updatePaymentLink))
  async update(@Req() request: OneLink, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { fields } = updates.read(request, { faultsOf: ({ body }) => returnUrlFaults(body, account.mode) });
    const { active, expiresAt, ...terms } = fields;
    const command = {
      ...{ ...account, linkId: linkIdOf(request) },
      ...given({ active }),
      ...terms,
      ...(expiresAt === undefined ? {} : { expiresAt: momentOf(expiresAt) ?? null }),
    };
    const { data } = accepted(await this.bus.send(updatePaymentLink, command, { requestId: request.id }));
    sendJson(reply, operations.updatePaymentLink.success, JSON.stringify(this.views.owned(data)));
  }
}
