import { setTimeout as pause } from 'node:timers/promises';
import type { BalanceEntry, BalanceSpan, ReadStatementCommand, Reply, StatementPage } from '@paygate/contracts';
import { operations, STATEMENT_PAGE_ROWS } from '@paygate/contracts';
import { csvCell, zonedText } from '@paygate/paper';
import { PaygateError } from '@paygate/platform';

/** Repeats of a page that could not be read for the moment, in the middle of a statement. */
const MOST_REPEATS = 5;
const REPEAT_AFTER_MS = 500;

export type ReadPage = (command: ReadStatementCommand) => Promise<Reply<StatementPage>>;

/** The span, and the page that begins it. */
export interface BegunStatement {
  readonly span: BalanceSpan & { readonly to: string };
  readonly opening: string;
  readonly page: StatementPage;
}

/**
 * The lines of a statement: opening balance, entries with the balance after each, closing balance. Pages are read while the lines are
 * taken, so a statement of any length takes the memory of one page. Throws when a page cannot be read: the file breaks off.
 */
export async function* linesOf({ span, opening, page }: BegunStatement, read: ReadPage): AsyncGenerator<string> {
  const { currency, from, to } = span;
  const ofBalance = (type: string, at: string, amount: bigint): string =>
    lineOf([type, '', zonedText(at), zonedText(at), '', '', '', '', '', amount.toString(), currency, '', '']);
  let balance = BigInt(opening);
  yield operations.getBalanceStatement.csv + ofBalance('opening_balance', from, balance);
  for (let current = page; ;) {
    const lines = current.entries.map((entry) => {
      balance += BigInt(entry.net);
      return lineOfEntry(entry, balance, currency);
    });
    yield lines.join('');
    const after = current.entries.at(-1)?.id;
    if (!current.hasMore || after === undefined) break;
    current = await pageAfter(read, Object.assign({ after, limit: STATEMENT_PAGE_ROWS }, span));
  }
  yield ofBalance('closing_balance', to, balance);
}

async function pageAfter(read: ReadPage, command: ReadStatementCommand): Promise<StatementPage> {
  for (let repeats = 0; ; repeats += 1) {
    const reply = await read(command);
    if (reply.ok) return reply.data;
    if (repeats === MOST_REPEATS) throw PaygateError.from(reply);
    await pause(REPEAT_AFTER_MS);
  }
}

function lineOfEntry(entry: BalanceEntry, balance: bigint, currency: string): string {
  const {
    type,
    id,
    createdAt,
    availableAt,
    method,
    paymentIntentId,
    gross,
    fee,
    net,
    providerReference,
    description = '',
  } = entry;
  const of = [method ?? '', paymentIntentId ?? ''];
  return lineOf([
    type,
    id,
    zonedText(createdAt),
    zonedText(availableAt),
    ...of,
    gross,
    fee,
    net,
    balance.toString(),
    currency,
    providerReference ?? '',
    csvCell(description, 'text'),
  ]);
}

/** Only the last cell can have a comma or a quote: the others are ids, words, times, digits, and the numbers of operators. None has a line break. */
function lineOf(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
