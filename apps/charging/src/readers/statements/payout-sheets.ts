import { Controller } from '@nestjs/common';
import type { PayoutSheet, ReadPayoutSheetCommand, Reply } from '@paygate/contracts';
import { accept, isRefusal, readPayoutSheet, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ReadEntries } from './read-entries.js';
import { Spans } from './spans.js';
import { SpansRepository } from './spans.repository.js';
import { summaryLineOf } from './summary-lines.js';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { PayoutsRepository } from '../../outgoing/payouts/payouts.repository.js';
import { payoutOf } from '../../outgoing/payouts/payouts.view.js';

/** Before the first entry of any ledger. */
const BEGINNING = '2020-01-01T00:00:00.000Z';
const NOT_CLOSED = refuse('service_unavailable', { detail: 'The transactions of that time are not complete yet.' });

/** The contents of payouts: the movements of the balance since the completed payout before, which add up. */
@Controller()
export class PayoutSheets {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly spans: Spans,
    private readonly sums: SpansRepository,
    private readonly entries: ReadEntries,
  ) {}

  @HandleCommand(readPayoutSheet)
  read(command: ReadPayoutSheetCommand): Promise<Reply<PayoutSheet>> {
    return this.spans.within(command, () => this.#read(command));
  }

  async #read(command: ReadPayoutSheetCommand): Promise<Reply<PayoutSheet>> {
    const { merchantId, mode, payoutId, limit, startingAfter: after } = command;
    const stored = await this.payouts.find(merchantId, mode, payoutId);
    if (stored === undefined) return refuse('payout_not_found');
    const { currency } = ofLedger(stored.ledger);
    const before = (await this.payouts.before(stored))?.toISOString();
    const from = before ?? BEGINNING;
    const { amount, fee, net, createdAt } = payoutOf(stored);
    const span = await this.spans.close({ merchantId, mode, currency, from, to: createdAt });
    // the payout was created after the one before it, so a span that begins late is one that is not booked yet
    if (isRefusal(span)) return span.code === 'parameter_invalid' ? NOT_CLOSED : span;
    const { accountId, to, opening } = span;
    if (to !== createdAt) return NOT_CLOSED;
    const lines = accountId === undefined ? [] : await this.sums.lines(accountId, { from, to });
    const closing = accountId === undefined ? opening : await this.sums.balanceAt(accountId, to);
    const page = await this.entries.page({ merchantId, mode, currency, order: 'ASC', limit, from, to, after });
    if (page === undefined) return refuse('cursor_invalid', { param: 'startingAfter' });
    const last = page.entries.at(-1);
    return accept({
      ...{ object: 'payout_sheet', payoutId, currency, mode, from: before ?? null, to, amount, fee, net },
      ...{ opening: opening.toString(), closing: closing.toString() },
      remaining: (closing - stored.amount).toString(),
      lines: lines.map(summaryLineOf),
      data: page.entries.map((entry) =>
        Object.assign({ object: 'balance_transaction' as const, currency, mode, providerReference: null }, entry),
      ),
      hasMore: page.hasMore,
      nextCursor: page.hasMore && last !== undefined ? last.id : null,
    });
  }
}
