import { Controller, Get, Req, Res } from '@nestjs/common';
import type { TillDayView } from '@paygate/contracts';
import { getMerchantProfile, operations } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { Clock, secretKeysOf } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../../config.js';
import { accountOf } from '../../credentials/account.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { RequestReader } from '../../requests/request-reader.js';
import { tillDayAt, tillWordOf } from './till-words.js';

const reads = new RequestReader(operations.getTillDay);

/** The day of a till over HTTP. */
@Controller()
export class TillDaysController {
  constructor(
    private readonly bus: CommandBus,
    private readonly config: GatewayConfig,
    private readonly clock: Clock,
  ) {}

  @Get(routeOf(operations.getTillDay))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    reads.read(request);
    const { merchantId, mode } = accountOf(request);
    const { data } = accepted(await this.bus.send(getMerchantProfile, { merchantId }, { requestId: request.id }));
    const now = this.clock.now();
    const day = tillDayAt(now);
    const word = tillWordOf(secretKeysOf(this.config.SESSION_TOKEN_SECRETS), { merchantId, mode, day });
    const phoneAsks = data.phoneAsks === true;
    const answer: TillDayView = { object: 'till_day', mode, day, word, phoneAsks, now: now.toISOString() };
    sendJson(reply, operations.getTillDay.success, JSON.stringify(answer));
  }
}
