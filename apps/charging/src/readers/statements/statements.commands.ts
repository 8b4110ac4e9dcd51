import { Controller } from '@nestjs/common';
import type {
  BalanceSummarized,
  ReadStatementCommand,
  Reply,
  StatementPage,
  SummarizeBalanceCommand,
} from '@paygate/contracts';
import { accept, isRefusal, readStatement, refuse, summarizeBalance } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { BalanceMetrics } from './balance-metrics.js';
import { ReadEntries } from './read-entries.js';
import { Spans } from './spans.js';
import { SpansRepository } from './spans.repository.js';
import { tillLineOf } from './summary-lines.js';

@Controller()
export class StatementsCommands {
  constructor(
    private readonly spans: Spans,
    private readonly entries: ReadEntries,
    private readonly sums: SpansRepository,
    private readonly metrics: BalanceMetrics,
  ) {}

  /** The first page determines where the statement ends; the others are asked for with that end. */
  @HandleCommand(readStatement)
  async statement(command: ReadStatementCommand): Promise<Reply<StatementPage>> {
    const { to, after } = command;
    if (after !== undefined && to !== undefined) return this.#page(command, to);
    const span = await this.spans.within(command, () => this.spans.close(command));
    if (isRefusal(span)) return span;
    this.metrics.statement();
    const page = await this.#page(command, span.to);
    return page.ok ? accept(Object.assign({}, page.data, { opening: span.opening.toString() })) : page;
  }

  @HandleCommand(summarizeBalance)
  summarize(command: SummarizeBalanceCommand): Promise<Reply<BalanceSummarized>> {
    return this.spans.within(command, () => this.#sums(command));
  }

  async #sums(command: SummarizeBalanceCommand): Promise<Reply<BalanceSummarized>> {
    const span = await this.spans.close(command);
    if (isRefusal(span)) return span;
    const { accountId, to, opening } = span;
    const { from, actor } = command;
    const lines = accountId === undefined ? [] : await this.sums.lines(accountId, { from, to, actor, byTill: true });
    const closing = accountId === undefined ? opening : await this.sums.balanceAt(accountId, to);
    return accept({
      ...{ to, opening: opening.toString(), closing: closing.toString() },
      lines: lines.map(tillLineOf),
    });
  }

  async #page(command: ReadStatementCommand, to: string): Promise<Reply<StatementPage>> {
    const { merchantId, mode, currency, from, limit, after } = command;
    const page = await this.entries.page({ merchantId, mode, currency, order: 'ASC', limit, from, to, after });
    if (page === undefined) return refuse('cursor_invalid', { param: 'after' });
    this.metrics.rows(page.entries.length);
    return accept({ to, ...page });
  }
}
