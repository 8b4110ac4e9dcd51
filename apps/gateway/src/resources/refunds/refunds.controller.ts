import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type {
  CreateRefundCommand,
  ListIntentRefundsQuery,
  ListRefundsCommand,
  Refund,
  Reply,
} from '@paygate/contracts';
import {
  createRefund,
  getIntent,
  getMerchantProfile,
  getRefund,
  listRefunds,
  operations,
  readSecondFactor,
  refuse,
  renderRefund,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../credentials/account.js';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { momentOf } from '../../requests/moment.js';
import { RequestReader } from '../../requests/request-reader.js';
import { intentIdOf, pathIdOf } from '../../requests/path-id.js';

const refundIdOf = pathIdOf('refund', 'refund_not_found');
const DEFAULT_PAGE_REFUNDS = 20;
const creations = new RequestReader(operations.createRefund);
const listsOfIntent = new RequestReader(operations.listIntentRefunds);
const lists = new RequestReader(operations.listRefunds);
const reads = new RequestReader(operations.getRefund);

/** A request about the object that its path names. */
type About = FastifyRequest<{ Params: { id: string } }>;

type Limits = Pick<CreateRefundCommand, 'refundsPerDay' | 'cashierRefundsPerDay' | 'byProvenOwner'>;

/** Refunds over HTTP. Charging decides them. */
@Controller()
export class RefundsController {
  constructor(private readonly bus: CommandBus) {}

  @Post(routeOf(operations.createRefund))
  async create(@Req() request: About, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { fields, metadata } = creations.read(request);
    const intentId = intentIdOf(request);
    const { amount, reason } = fields;
    const idempotency = requiredIdempotencyOf(request.headers, intentId, request.body);
    const limits = await this.limitsOf(request);
    const asked = { ...given({ amount, reason }), ...limits, metadata, idempotency };
    const outcome = accepted(
      await this.created({ ...account, refundId: newId('refund'), intentId, ...asked }, request),
    );
    markReplay(reply, outcome);
    sendJson(reply, operations.createRefund.success, renderRefund(outcome.data));
  }

  @Get(routeOf(operations.listIntentRefunds))
  async listOfIntent(@Req() request: About, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = listsOfIntent.read(request);
    const intentId = intentIdOf(request);
    const [intent, page] = await Promise.all([
      this.bus.send(getIntent, { ...account, intentId }, { requestId: request.id }),
      this.pageOf(Object.assign(pageIn(account, query), { intentId }), request.id),
    ]);
    accepted(intent);
    sendJson(reply, operations.listIntentRefunds.success, page);
  }

  @Get(routeOf(operations.listRefunds))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = lists.read(request);
    const { status, providerReference, createdFrom, createdTo } = query;
    const times = { createdFrom: momentOf(createdFrom), createdTo: momentOf(createdTo) };
    const command = Object.assign(pageIn(account, query), given({ status, providerReference, ...times }));
    sendJson(reply, operations.listRefunds.success, await this.pageOf(command, request.id));
  }

  @Get(routeOf(operations.getRefund))
  async read(@Req() request: About, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    reads.read(request);
    const refundId = refundIdOf(request);
    const { data } = accepted(await this.bus.send(getRefund, { ...account, refundId }, { requestId: request.id }));
    sendJson(reply, operations.getRefund.success, renderRefund(data));
  }

  /** Charging knows charges only: of an intent that it does not know, intents knows whether it exists. */
  private async created(command: CreateRefundCommand, { id: requestId }: FastifyRequest): Promise<Reply<Refund>> {
    const reply = await this.bus.send(createRefund, command, { requestId });
    if (reply.ok || reply.code !== 'intent_not_found') return reply;
    const { intentId, merchantId, mode } = command;
    const intent = await this.bus.send(getIntent, { intentId, merchantId, mode }, { requestId });
    if (!intent.ok) return intent;
    return refuse('intent_unexpected_state', { fields: { currentStatus: intent.data.status } });
  }

  /** What the merchant allows whoever asks. An owner whose session began with the second factor is not limited. */
  private async limitsOf(request: FastifyRequest): Promise<Limits> {
    const { id: requestId, dashboard } = request;
    const role = dashboard?.acting?.role;
    if (dashboard !== null && role === 'owner') {
      const { sessionId } = dashboard.session;
      const { data } = accepted(await this.bus.send(readSecondFactor, { sessionId }, { requestId }));
      if (data.enabledAt !== null) return { byProvenOwner: true };
    }
    const { merchantId } = accountOf(request);
    const { data } = accepted(await this.bus.send(getMerchantProfile, { merchantId }, { requestId }));
    const { refundsPerDay, cashierRefundsPerDay = 0 } = data;
    return given({ refundsPerDay, cashierRefundsPerDay: role === 'cashier' ? cashierRefundsPerDay : undefined });
  }

  private async pageOf(command: ListRefundsCommand, requestId: string): Promise<string> {
    const { refunds, hasMore } = accepted(await this.bus.send(listRefunds, command, { requestId })).data;
    const nextCursor = hasMore ? (refunds.at(-1)?.id ?? null) : null;
    return `{"data":[${refunds.map(renderRefund).join(',')}],${JSON.stringify({ hasMore, nextCursor }).slice(1)}`;
  }
}

function pageIn({ merchantId, mode }: Account, query: ListIntentRefundsQuery): ListRefundsCommand {
  const { limit = DEFAULT_PAGE_REFUNDS, startingAfter } = query;
  return { merchantId, mode, limit, ...given({ startingAfter }) };
}
