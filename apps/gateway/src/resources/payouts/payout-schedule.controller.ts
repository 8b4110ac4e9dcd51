import { Controller, Get, Patch, Req, Res } from '@nestjs/common';
import { changePayoutSchedule, operations, readPayoutSchedule } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { accepted } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { RequestReader } from '../../requests/request-reader.js';

const reads = new RequestReader(operations.getPayoutSchedule);
const changes = new RequestReader(operations.changePayoutSchedule);

/** The schedule of automatic payouts over HTTP. */
@Controller()
export class PayoutScheduleController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.getPayoutSchedule))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    reads.read(request);
    const { data } = accepted(await this.bus.send(readPayoutSchedule, account, { requestId: request.id }));
    void reply.send(data);
  }

  @Patch(routeOf(operations.changePayoutSchedule))
  async change(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { frequency, weekday, destinationId, minimum, reserve } = changes.read(request).fields;
    const command = { ...account, ...given({ frequency, weekday, destinationId, minimum, reserve }) };
    const { data } = accepted(await this.bus.send(changePayoutSchedule, command, { requestId: request.id }));
    void reply.send(data);
  }
}
