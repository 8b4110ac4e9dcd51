import { Controller, Get, Req, Res } from '@nestjs/common';
import type { OperatorsView } from '@paygate/contracts';
import { operations, readOperators } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../credentials/account.js';
import { accepted } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';

const lists = new RequestReader(operations.listOperators);

/** The operators of mobile money over HTTP, answered by charging. They are the same for all merchants. */
@Controller()
export class OperatorsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listOperators))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { mode } = accountOf(request);
    lists.read(request);
    const { data } = accepted(await this.bus.send(readOperators, { mode }, { requestId: request.id }));
    const view: OperatorsView = Object.assign({ object: 'operators' as const, mode }, data);
    void reply.send(view);
  }
}
