import { Controller, Get, Req, Res } from '@nestjs/common';
import type { ReversalPageAnswer } from '@paygate/contracts';
import { getIntent, listIntentReversals, operations, reversalView } from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf } from '../../credentials/account.js';
import { accepted, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { intentIdOf } from '../../requests/path-id.js';
import { RequestReader } from '../../requests/request-reader.js';

const DEFAULT_PAGE_REVERSALS = 20;
const lists = new RequestReader(operations.listIntentReversals);

/** Reversals of payments over HTTP. */
@Controller()
export class ReversalsController {
  constructor(private readonly bus: CommandBus) {}

  @Get(routeOf(operations.listIntentReversals))
  async listOfIntent(
    @Req() request: FastifyRequest<{ Params: { id: string } }>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { merchantId, mode } = accountOf(request);
    const { query } = lists.read(request);
    const intentId = intentIdOf(request);
    const { limit = DEFAULT_PAGE_REVERSALS, startingAfter } = query;
    const page = { merchantId, mode, intentId, limit, ...given({ startingAfter }) };
    const sender = { requestId: request.id };
    const [intent, listed] = await Promise.all([
      this.bus.send(getIntent, { merchantId, mode, intentId }, sender),
      this.bus.send(listIntentReversals, page, sender),
    ]);
    accepted(intent);
    const { reversals, hasMore } = accepted(listed).data;
    const nextCursor = hasMore ? (reversals.at(-1)?.reversalId ?? null) : null;
    const answer: ReversalPageAnswer = { data: reversals.map(reversalView), hasMore, nextCursor };
    sendJson(reply, operations.listIntentReversals.success, JSON.stringify(answer));
  }
}
