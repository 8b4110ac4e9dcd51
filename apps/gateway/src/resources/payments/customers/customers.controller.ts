import { Controller, Get, Req, Res } from '@nestjs/common';
import type { CustomerPageAnswer } from '@paygate/contracts';
import { CUSTOMERS_PAGE_MAX, listCustomers, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../../credentials/account.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { RequestReader } from '../../../requests/request-reader.js';

const lists = new RequestReader(operations.listCustomers);

/** Customers over HTTP. */
@Controller()
export class CustomersController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listCustomers))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    const { limit = CUSTOMERS_PAGE_MAX, startingAfter } = lists.read(request).query;
    const command = { merchantId, mode, limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(listCustomers, command, { requestId: request.id }));
    const { customers, hasMore, nextCursor } = data;
    const answer: CustomerPageAnswer = {
      data: customers.map((customer) => Object.assign({ object: 'customer' as const }, customer)),
      hasMore,
      nextCursor,
    };
    sendJson(reply, operations.listCustomers.success, JSON.stringify(answer));
  }
}
