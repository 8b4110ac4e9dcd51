import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { BalanceSpan, BalanceSpanQuery, BalanceTransactionView, TillLine, TillLineView } from '@paygate/contracts';
import {
  listTransactions,
  operations,
  quoteFee,
  readBalance,
  readStatement,
  STATEMENT_PAGE_ROWS,
  summarizeBalance,
} from '@paygate/contracts';
import { CommandBus } from '@paygate/messaging';
import { dayAt, lastDayBefore } from '@paygate/paper';
import { Clock, PaygateError } from '@paygate/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../credentials/account.js';
import { accountOf, actingAccountOf } from '../../credentials/account.js';
import { accepted } from '../../edge/answers.js';
import { routeOf } from '../../edge/routes.js';
import { given } from '../../requests/given.js';
import { momentOf } from '../../requests/moment.js';
import { RequestReader } from '../../requests/request-reader.js';
import { isTooLong, spanFaults, spanOf, SUMMARY_MAX_DAYS } from './span.js';
import { linesOf } from './statement-csv.js';

const DEFAULT_PAGE_TRANSACTIONS = 20;
const balances = new RequestReader(operations.getBalance);
const lists = new RequestReader(operations.listBalanceTransactions);
const statements = new RequestReader(operations.getBalanceStatement);
const summaries = new RequestReader(operations.getBalanceSummary);
const ownSummaries = new RequestReader(operations.getOwnSummary);
const fees = new RequestReader(operations.getFee);

/** The balances of merchants over HTTP, answered by charging. */
@Controller()
export class BalanceController {
  constructor(
    private readonly bus: CommandBus,
    private readonly clock: Clock,
  ) {}

  @Get(routeOf(operations.getBalance))
  async read(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    balances.read(request);
    const { data } = accepted(await this.bus.send(readBalance, account, { requestId: request.id }));
    const shown = data.balances.map((balance) => Object.assign({ owed: '0' }, balance));
    void reply.send({ object: 'balance', balances: shown, mode: account.mode, readAt: data.readAt });
  }

  @Get(routeOf(operations.listBalanceTransactions))
  async list(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = lists.read(request);
    const { limit = DEFAULT_PAGE_TRANSACTIONS, startingAfter, currency = 'XAF', createdFrom, createdTo } = query;
    const times = { createdFrom: momentOf(createdFrom), createdTo: momentOf(createdTo) };
    const command = { ...account, currency, limit, ...given({ startingAfter, ...times }) };
    const { data } = accepted(await this.bus.send(listTransactions, command, { requestId: request.id }));
    const nextCursor = data.hasMore ? (data.entries.at(-1)?.id ?? null) : null;
    const ofAll = { object: 'balance_transaction', currency, mode: account.mode } as const;
    const rows = data.entries.map((entry): BalanceTransactionView =>
      Object.assign({ providerReference: null }, ofAll, entry),
    );
    void reply.send({ data: rows, hasMore: data.hasMore, nextCursor });
  }

  /** The first page is read before the answer begins, so that a refusal has its status. */
  @Get(routeOf(operations.getBalanceStatement))
  async statement(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = statements.read(request, { faultsOf: spanFaults });
    const asked = spanOf(account, query, this.clock.now());
    const read = (command: typeof asked & { readonly limit: number; readonly after?: string }) =>
      this.bus.send(readStatement, command, { requestId: request.id });
    const { data: page } = accepted(await read(Object.assign({ limit: STATEMENT_PAGE_ROWS }, asked)));
    const span = Object.assign({}, asked, { to: page.to });
    const lines = linesOf({ span, opening: page.opening ?? '0', page }, read);
    const days = `${dayAt(span.from)}-${lastDayBefore(span.to)}`;
    const name = `paygate-${account.mode}-${asked.currency}-${days}.csv`;
    void reply
      .header('content-type', 'text/csv; charset=utf-8; header=present')
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('x-statement-to', span.to)
      .header('cache-control', 'private, no-store')
      .send(Readable.from(lines));
  }

  @Get(routeOf(operations.getBalanceSummary))
  async summary(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { query } = summaries.read(request, { faultsOf: spanFaults });
    const span = this.#shortSpan(account, query);
    const { data } = accepted(await this.bus.send(summarizeBalance, span, { requestId: request.id }));
    const { to, opening, closing, lines } = data;
    void reply.send({
      ...{ object: 'balance_summary', currency: span.currency, from: span.from, to, opening, closing },
      ...{ data: lines.map(lineView), mode: account.mode },
    });
  }

  /** A charging of the version before sends every line: what is not the caller's own is dropped here, too. */
  @Get(routeOf(operations.getOwnSummary))
  async ownSummary(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { actor, ...account } = actingAccountOf(request);
    const { query } = ownSummaries.read(request, { faultsOf: spanFaults });
    const span = this.#shortSpan(account, query);
    const command = Object.assign({ actor }, span);
    const { data } = accepted(await this.bus.send(summarizeBalance, command, { requestId: request.id }));
    const own = data.lines.filter((line) => line.actor === actor && ['charge', 'refund'].includes(line.type));
    const { currency, from } = span;
    void reply.send({
      object: 'own_summary',
      currency,
      from,
      to: data.to,
      data: own.map(lineView),
      mode: account.mode,
    });
  }

  /** The span of a query of sums. Throws when it is too long for one reading. */
  #shortSpan(account: Account, query: BalanceSpanQuery): BalanceSpan {
    const span = spanOf(account, query, this.clock.now());
    if (isTooLong(span, this.clock.now()))
      throw new PaygateError('parameter_invalid', {
        param: 'from',
        detail: `A summary spans at most ${String(SUMMARY_MAX_DAYS)} days; a statement has no such bound.`,
      });
    return span;
  }

  @Get(routeOf(operations.getFee))
  async fee(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const account = accountOf(request);
    const { amount, method, currency = 'XAF' } = fees.read(request).query;
    const command = { ...account, method, amount, currency };
    const { data } = accepted(await this.bus.send(quoteFee, command, { requestId: request.id }));
    const { fee, bps, fixed } = data;
    const net = (BigInt(amount) - BigInt(fee)).toString();
    void reply.send({
      ...{ object: 'fee', method, amount, fee, net, currency, bps, fixed: fixed.toString() },
      ...{ keptOnRefund: true, mode: account.mode },
    });
  }
}

/** A charging of the version before names no till. */
function lineView(line: TillLine): TillLineView {
  return Object.assign({ tillId: null }, line);
}
