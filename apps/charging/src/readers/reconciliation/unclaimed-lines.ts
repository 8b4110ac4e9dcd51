import { Injectable } from '@nestjs/common';
import type { Currency } from '@paygate/contracts';
import { currencyCodes } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { referenceKeySql } from '@paygate/platform';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { FoundMoneyRepository } from '../../outgoing/unclaimed/found-money.repository.js';
import { mayMoveSql, moveSql } from '../../outgoing/unclaimed/domain/unclaimed-status.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { lineName } from './domain/read-statement.js';
import type { RailDay } from './runs.repository.js';

interface Line {
  readonly lineNumber: number;
  readonly operatorNumber: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly movedAt: Date;
  /** Sealed for the line. */
  readonly phone: string | null;
}

const LINES_AT_ONCE = 1_000;

/** Lines by which money has come in that no payment here is of. A line of an operation that is not decided is none: its rail is asked. */
@Injectable()
export class UnclaimedLines {
  constructor(
    private readonly found: FoundMoneyRepository,
    private readonly phones: PayerPhones,
  ) {}

  /** Lists the money of the lines of a compared run, once for each number of the operator in a day; no money moves. */
  async list(tx: Queryable, { runId, rail, mode, day }: RailDay & { readonly runId: bigint }): Promise<void> {
    const railDay = { rail, mode, day, runId };
    await tx.query({ name: 'reconciliation-unclaimed-gone', text: goneSql, values: [runId, rail, mode, day] });
    for (let after: number | undefined = 0; after !== undefined;) {
      const lines: readonly Line[] = await tx.query<Line>({
        name: 'reconciliation-unclaimed',
        text: linesSql,
        values: [runId, rail, mode, day, after, currencyCodes],
      });
      const money = lines.map(({ lineNumber, currency, phone, ...line }) => ({
        ...line,
        ledger: ledgerOf(mode, currency),
        phone: phone === null ? null : this.phones.open(phone, lineName(runId, lineNumber)),
      }));
      await this.found.list(tx, railDay, money);
      after = lines.length < LINES_AT_ONCE ? undefined : lines.at(-1)?.lineNumber;
    }
  }
}

/** An item `i` of money that has come in, and that nothing here is of, neither by a reference nor by the operator's number. */
const MISSING = `i.run_id = $1 AND i.result = 'missing_here' AND i.operation_id IS NULL AND i.kind = 'collection' AND i.status = 'succeeded'
  AND NOT EXISTS (
    SELECT FROM rail_operation n WHERE n.rail = $2 AND (n.ledger > 999) = ($3 = 'test') AND n.state <> 'declined'
      AND n.provider_reference IS NOT NULL AND ${referenceKeySql('n.provider_reference')} = ${referenceKeySql('i.operator_id')})`;

/** Those of the day that nobody has confirmed, and whose line is not there any more, or has its payment. */
const goneSql = `
  UPDATE unclaimed u SET ${moveSql('lose')}, updated_at = clock_timestamp()
  WHERE u.rail = $2 AND (u.ledger > 999) = ($3 = 'test') AND u.day = $4::date AND ${mayMoveSql('lose', 'u')} AND NOT EXISTS (
    SELECT FROM reconciliation_item i WHERE ${MISSING} AND (i.operator_id, i.amount, i.moved_at) = (u.operator_number, u.amount, u.moved_at))`;

const linesSql = `
  SELECT i.line_number AS "lineNumber", i.operator_id AS "operatorNumber", i.amount, i.currency, i.moved_at AS "movedAt", l.phone
  FROM reconciliation_item i JOIN statement_line l USING (run_id, line_number)
  WHERE ${MISSING} AND i.currency = ANY ($6::text[]) AND i.line_number > $5 AND NOT EXISTS (
    SELECT FROM unclaimed u WHERE u.rail = $2 AND (u.ledger > 999) = ($3 = 'test') AND (u.day, u.operator_number, u.amount, u.moved_at) = ($4::date, i.operator_id, i.amount, i.moved_at)
      AND u.state <> 'gone')
  ORDER BY i.line_number LIMIT ${LINES_AT_ONCE}`;
