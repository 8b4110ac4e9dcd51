import { Controller, Get, Req, Res } from '@nestjs/common';
import type { PaymentMetricsAnswer } from '@paygate/contracts';
import { getPaymentMetrics, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../../credentials/account.js';
import { accepted, sendJson } from '../../../edge/answers.js';
import { routeOf } from '../../../edge/routes.js';
import { given } from '../../../requests/given.js';
import { momentOf } from '../../../requests/moment.js';
import { RequestReader } from '../../../requests/request-reader.js';

const reads = new RequestReader(operations.getPaymentMetrics);

/** Counts of payments over HTTP. */
@Controller()
export class MetricsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.getPaymentMetrics))
  async payments(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    const { currency = 'XAF', granularity = 'day', utcOffset = 0, timeZone, from, to } = reads.read(request).query;
    const range = given({ timeZone, from: momentOf(from), to: momentOf(to) });
    const command = { merchantId, mode, currency, granularity, utcOffset, ...range };
    const { data } = accepted(await this.bus.send(getPaymentMetrics, command, { requestId: request.id }));
    const answer: PaymentMetricsAnswer = { currency, granularity, from: data.from, to: data.to, data: data.metrics };
    sendJson(reply, operations.getPaymentMetrics.success, JSON.stringify(answer));
  }
}
