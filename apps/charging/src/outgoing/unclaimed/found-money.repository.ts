import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { newId } from '@paygate/platform';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { mayMoveSql, moveSql } from './domain/unclaimed-status.js';
import type { FoundMoney, FoundOn } from './domain/unclaimed.js';

/** Money on statements that no payment here is of. */
@Injectable()
export class FoundMoneyRepository {
  constructor(private readonly phones: PayerPhones) {}

  /** Lists what is not listed yet, once for each number of the operator in a day. A row that was gone is listed again as it was. */
  async list(tx: Queryable, { runId, rail, day }: FoundOn, found: readonly FoundMoney[]): Promise<void> {
    if (found.length === 0) return;
    const rows = found.map((money) => {
      const unclaimedId = newId('unclaimed');
      const { phone } = money;
      const sealed = phone === null ? null : this.phones.seal(phone, unclaimedId);
      return { ...money, unclaimedId, sealed, masked: phone === null ? null : this.phones.mask(phone) };
    });
    await tx.query({
      name: 'unclaimed-list',
      text: listSql,
      values: [
        ...[runId, rail, day, rows.map(({ unclaimedId }) => unclaimedId), rows.map(({ ledger }) => ledger)],
        ...[rows.map(({ amount }) => amount), rows.map(({ operatorNumber }) => operatorNumber)],
        ...[rows.map(({ movedAt }) => movedAt), rows.map(({ sealed }) => sealed), rows.map(({ masked }) => masked)],
      ],
    });
  }
}

const listSql = `
  INSERT INTO unclaimed (unclaimed_id, rail, ledger, amount, operator_number, day, moved_at, run_id, phone, phone_masked)
  SELECT DISTINCT ON (operator_number, amount, moved_at) unclaimed_id, $2, ledger, amount, operator_number, $3::date, moved_at, $1, phone, phone_masked
  FROM unnest($4::text[], $5::smallint[], $6::bigint[], $7::text[], $8::timestamptz[], $9::text[], $10::text[])
    AS found (unclaimed_id, ledger, amount, operator_number, moved_at, phone, phone_masked)
  ORDER BY operator_number, amount, moved_at, unclaimed_id
  ON CONFLICT (rail, (ledger > 999), day, operator_number, amount, moved_at) DO UPDATE
    SET ${moveSql('find')}, run_id = excluded.run_id, updated_at = clock_timestamp() WHERE ${mayMoveSql('find')}`;
