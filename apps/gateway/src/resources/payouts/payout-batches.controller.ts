import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { GivenBatchRow, Operation, PayoutBatch, PayoutBatchRowInput } from '@paygate/contracts';
import {
  addPayoutBatchRows,
  approvePayoutBatch,
  cancelPayoutBatch,
  createPayoutBatch,
  getPayoutBatch,
  headers,
  listPayoutBatches,
  listPayoutBatchRows,
  operations,
  pausePayoutBatch,
  proveOwner,
  resumePayoutBatch,
  sealPayoutBatch,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { newId, Sealer } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { dashboardOf } from '../../credentials/dashboard/dashboard-caller.js';
import { accepted, markReplay, sendJson } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { requiredIdempotencyOf } from '../../requests/idempotency.js';
import { RequestReader } from '../../requests/request-reader.js';
import { DashboardRequests } from '../merchants/dashboard/dashboard-requests.js';
import { pathIdOf } from '../../requests/path-id.js';
import { batchRowViewOf, batchViewOf } from './payout-batch-views.js';

const batchIdOf = pathIdOf('payoutBatch', 'payout_batch_not_found');
const DEFAULT_PAGE = 20;
const creations = new RequestReader(operations.createPayoutBatch);
const lists = new RequestReader(operations.listPayoutBatches);
const reads = new RequestReader(operations.getPayoutBatch);
const additions = new RequestReader(operations.addPayoutBatchRows);
const rowLists = new RequestReader(operations.listPayoutBatchRows);
const seals = new RequestReader(operations.sealPayoutBatch);
const approvals = new RequestReader(operations.approvePayoutBatch);
const pauses = new RequestReader(operations.pausePayoutBatch);
const resumptions = new RequestReader(operations.resumePayoutBatch);
const cancellations = new RequestReader(operations.cancelPayoutBatch);

/** A request about the batch that its path names. */
type OneBatch = FastifyRequest<{ Params: { id: string } }>;

/**
 * Batches of payouts over HTTP. A key drafts them; auth proves by the session and a code of the second factor that an owner or an admin
 * approves, before the command is sent to charging.
 */
@Controller()
export class PayoutBatchesController {
  constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly requests: DashboardRequests,
  ) {}

  @Post(routeOf(operations.createPayoutBatch))
  async create(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { name, rows } = creations.read(request).fields;
    const written = (rows ?? []).map((row) => [
      row.number,
      row.phoneNumber,
      row.operator,
      row.amount,
      row.name,
      row.reference,
    ]);
    const command = {
      ...{ ...account, batchId: newId('payoutBatch'), name, rows: this.#sealed(rows ?? []) },
      // the key salts the digest of the numbers, of which there are few
      idempotency: requiredIdempotencyOf(
        request.headers,
        JSON.stringify([request.headers[headers.idempotencyKey], name, written]),
      ),
    };
    const outcome = accepted(await this.bus.send(createPayoutBatch, command, { requestId: request.id }));
    markReplay(reply, outcome);
    send(reply, operations.createPayoutBatch, outcome.data);
  }

  @Get(routeOf(operations.listPayoutBatches))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { limit = DEFAULT_PAGE, startingAfter, status } = lists.read(request).query;
    const command = { ...account, limit, ...given({ startingAfter, status }) };
    const { data } = accepted(await this.bus.send(listPayoutBatches, command, { requestId: request.id }));
    const { batches, hasMore } = data;
    const nextCursor = hasMore ? (batches.at(-1)?.batchId ?? null) : null;
    void reply.send({ data: batches.map(batchViewOf), hasMore, nextCursor });
  }

  @Get(routeOf(operations.getPayoutBatch))
  async read(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    reads.read(request);
    const command = { ...account, batchId: batchIdOf(request) };
    const { data } = accepted(await this.bus.send(getPayoutBatch, command, { requestId: request.id }));
    send(reply, operations.getPayoutBatch, data);
  }

  @Post(routeOf(operations.addPayoutBatchRows))
  async add(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    const account = actingAccountOf(request);
    const { rows } = additions.read(request).fields;
    const command = { ...account, batchId: batchIdOf(request), rows: this.#sealed(rows) };
    const { data } = accepted(await this.bus.send(addPayoutBatchRows, command, { requestId: request.id }));
    send(reply, operations.addPayoutBatchRows, data);
  }

  @Get(routeOf(operations.listPayoutBatchRows))
  async rows(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { limit = DEFAULT_PAGE, startingAfter, status, order } = rowLists.read(request).query;
    const command = { ...account, batchId: batchIdOf(request), limit, ...given({ startingAfter, status, order }) };
    const { data } = accepted(await this.bus.send(listPayoutBatchRows, command, { requestId: request.id }));
    const last = data.rows.at(-1);
    const nextCursor = data.hasMore && last ? String(last.number) : null;
    const views = data.rows.map((row) => batchRowViewOf(row, this.sealer));
    void reply.send({ data: views, hasMore: data.hasMore, nextCursor });
  }

  @Post(routeOf(operations.sealPayoutBatch))
  async seal(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    seals.read(request);
    await this.#act(sealPayoutBatch, operations.sealPayoutBatch, request, reply);
  }

  @Post(routeOf(operations.approvePayoutBatch))
  async approve(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { code, hash, rowCount, total, repeats } = approvals.read(request).fields;
    const batchId = batchIdOf(request);
    const { sessionId } = dashboardOf(request).session;
    const proof = { ...account, sessionId, code: this.requests.seal(code, 'dashboard.code'), orAdmin: true };
    const { memberId } = accepted(await this.bus.send(proveOwner, proof, { requestId: request.id })).data;
    const command = { ...account, actor: memberId, batchId, hash, rowCount, total, ...given({ repeats }) };
    const { data } = accepted(await this.bus.send(approvePayoutBatch, command, { requestId: request.id }));
    send(reply, operations.approvePayoutBatch, data);
  }

  @Post(routeOf(operations.pausePayoutBatch))
  async pause(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    pauses.read(request);
    await this.#act(pausePayoutBatch, operations.pausePayoutBatch, request, reply);
  }

  @Post(routeOf(operations.resumePayoutBatch))
  async resume(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    resumptions.read(request);
    await this.#act(resumePayoutBatch, operations.resumePayoutBatch, request, reply);
  }

  @Post(routeOf(operations.cancelPayoutBatch))
  async cancel(@Req() request: OneBatch, @Res() reply: FastifyReply): Promise<void> {
    cancellations.read(request);
    await this.#act(cancelPayoutBatch, operations.cancelPayoutBatch, request, reply);
  }

  async #act(
    command: typeof sealPayoutBatch,
    operation: Operation,
    request: OneBatch,
    reply: FastifyReply,
  ): Promise<void> {
    const act = { ...actingAccountOf(request), batchId: batchIdOf(request) };
    const { data } = accepted(await this.bus.send(command, act, { requestId: request.id }));
    send(reply, operation, data);
  }

  /** Rows as charging takes them: it alone can open their numbers and names. */
  #sealed(rows: readonly PayoutBatchRowInput[]): GivenBatchRow[] {
    return rows.map(({ number, phoneNumber, operator, amount, name, reference }) => ({
      ...{ number, amount, phoneNumber: this.sealer.seal('charging', phoneNumber, 'payout-batch.phone') },
      ...given({
        operator,
        reference,
        name: name ? this.sealer.seal('charging', name, 'payout-batch.name') : undefined,
      }),
    }));
  }
}

function send(reply: FastifyReply, { success }: Operation, batch: PayoutBatch): void {
  sendJson(reply, success, JSON.stringify(batchViewOf(batch)));
}
