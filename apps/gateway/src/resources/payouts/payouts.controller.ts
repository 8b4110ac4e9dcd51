import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import {
  cancelPayout,
  createPayout,
  getPayout,
  listPayouts,
  operations,
  quotePayout,
  readPayoutSheet,
  renderPayout,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { momentOf } from '../../requests/moment.js';
import { RequestReader } from '../../requests/request-reader.js';
import { pathIdOf } from '../../requests/path-id.js';

const payoutIdOf = pathIdOf('payout', 'payout_not_found');
const DEFAULT_PAGE = 20;
const creations = new RequestReader(operations.createPayout);
const lists = new RequestReader(operations.listPayouts);
const reads = new RequestReader(operations.getPayout);
const cancellations = new RequestReader(operations.cancelPayout);
const sheets = new RequestReader(operations.getPayoutTransactions);
const fees = new RequestReader(operations.getPayoutFee);

/** A request about the payout that its path names. */
type OnePayout = FastifyRequest<{ Params: { id: string } }>;

/** Payouts over HTTP. Charging decides them. */
@Controller()
export class PayoutsController {
  constructor(private readonly bus: CommandBus) {}

  @Post(routeOf(operations.createPayout))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { fields, metadata } = creations.read(request);
    const { destinationId, amount, reason } = fields;
    const idempotency = requiredIdempotencyOf(request.headers, request.body);
    const command = { ...account, payoutId: newId('payout'), destinationId, metadata, idempotency };
    const asked = Object.assign(command, given({ amount, reason }));
    const outcome = accepted(await this.bus.send(createPayout, asked, { requestId: request.id }));
    markReplay(reply, outcome);
    sendJson(reply, operations.createPayout.success, renderPayout(outcome.data));
  }

  @Get(routeOf(operations.listPayouts))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = lists.read(request);
    const { limit = DEFAULT_PAGE, startingAfter, status, providerReference } = query;
    const times = { createdFrom: momentOf(query.createdFrom), createdTo: momentOf(query.createdTo) };
    const command = { ...account, limit, ...given({ startingAfter, status, providerReference, ...times }) };
    const { payouts, hasMore } = accepted(await this.bus.send(listPayouts, command, { requestId: request.id })).data;
    const nextCursor = hasMore ? (payouts.at(-1)?.payoutId ?? null) : null;
    const page = `{"data":[${payouts.map(renderPayout).join(',')}],${JSON.stringify({ hasMore, nextCursor }).slice(1)}`;
    sendJson(reply, operations.listPayouts.success, page);
  }

  @Get(routeOf(operations.getPayout))
  async read(@Req() request: OnePayout, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    reads.read(request);
    const command = { ...account, payoutId: payoutIdOf(request) };
    const { data } = accepted(await this.bus.send(getPayout, command, { requestId: request.id }));
    sendJson(reply, operations.getPayout.success, renderPayout(data));
  }

  @Post(routeOf(operations.cancelPayout))
  async cancel(@Req() request: OnePayout, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    cancellations.read(request);
    const command = { ...account, payoutId: payoutIdOf(request) };
    const { data } = accepted(await this.bus.send(cancelPayout, command, { requestId: request.id }));
    sendJson(reply, operations.cancelPayout.success, renderPayout(data));
  }

  @Get(routeOf(operations.getPayoutTransactions))
  async sheet(@Req() request: OnePayout, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { limit = DEFAULT_PAGE, startingAfter } = sheets.read(request).query;
    const command = { ...account, payoutId: payoutIdOf(request), limit, ...given({ startingAfter }) };
    const { data } = accepted(await this.bus.send(readPayoutSheet, command, { requestId: request.id }));
    void reply.send(data);
  }

  @Get(routeOf(operations.getPayoutFee))
  async fee(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { destinationId, amount } = fees.read(request).query;
    const command = { ...account, destinationId, ...given({ amount }) };
    const { data } = accepted(await this.bus.send(quotePayout, command, { requestId: request.id }));
    void reply.send(data);
  }
}
