import { Injectable } from '@nestjs/common';
import type { DeclineCode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import type { HoldKind } from '../../holds/hold-statements.js';
import { placeSql, postSql, voidSql } from '../../holds/hold-statements.js';
import type { NewOperation } from '../../rails/operations/new-operations.js';
import { mayMoveSql, moveSql } from './domain/unclaimed-status.js';

const KIND: HoldKind = 'return';

/** Returns of unclaimed money to its payers, their holds and their operations. */
@Injectable()
export class ReturnsRepository {
  /** Holds confirmed money, and opens the operation that will send it. False when it was decided before. */
  async begin(tx: Queryable, unclaimedId: string, returnId: string, operation: NewOperation): Promise<boolean> {
    const [money] = await tx.query({
      name: 'unclaimed-return',
      text: `UPDATE unclaimed SET ${moveSql('return')}, return_id = $2, updated_at = clock_timestamp()
        WHERE unclaimed_id = $1 AND ${mayMoveSql('return')} RETURNING unclaimed_id`,
      values: [unclaimedId, returnId],
    });
    if (money === undefined) return false;
    const { floatOwner, phone, requestId, traceparent, callbackToken } = operation;
    const values = [unclaimedId, floatOwner, phone, requestId, traceparent ?? null, callbackToken];
    await tx.query({ name: 'return-to-rail', text: toRailSql, values });
    return true;
  }

  /** The rail has paid. `isInSuspense`: it had paid another amount, which waits there. */
  async complete(tx: Queryable, returnId: string, isInSuspense: boolean): Promise<void> {
    const text = endSql(`'completed'`, postSql(KIND, '0', '$2'));
    await tx.query({ name: 'return-complete', text, values: [returnId, isInSuspense] });
    await tx.query({
      name: 'unclaimed-complete',
      text: `UPDATE unclaimed SET ${moveSql('complete')}, ended_at = clock_timestamp(), updated_at = clock_timestamp()
        WHERE return_id = $1 AND ${mayMoveSql('complete')}`,
      values: [returnId],
    });
  }

  /** Nothing was paid: the money is in suspense as before, and can be decided again. */
  async fail(tx: Queryable, returnId: string, code: DeclineCode): Promise<void> {
    const text = endSql(`'failed', failure_code = $2`, voidSql(KIND));
    await tx.query({ name: 'return-fail', text, values: [returnId, code] });
    await tx.query({
      name: 'unclaimed-fail',
      text: `UPDATE unclaimed SET ${moveSql('fail')}, updated_at = clock_timestamp() WHERE return_id = $1 AND ${mayMoveSql('fail')}`,
      values: [returnId],
    });
  }
}

const toRailSql = `
  WITH return AS (
    INSERT INTO payer_return (return_id, unclaimed_id, rail, ledger, amount)
    SELECT return_id, unclaimed_id, rail, ledger, amount FROM unclaimed WHERE unclaimed_id = $1
    RETURNING *),${placeSql(KIND, '$2')}
  INSERT INTO rail_operation (operation_id, kind, rail, ledger, amount, fee, phone, phone_masked, request_id, traceparent, accepted_at,
    callback_token)
  SELECT return.return_id, 'return', return.rail, return.ledger, return.amount, 0, $3, coalesce(u.phone_masked, ''), $4, $5, return.created_at, $6
  FROM return JOIN unclaimed u USING (unclaimed_id)`;

const endSql = (state: string, hold: string): string => `
  WITH return AS (
    UPDATE payer_return SET state = ${state}, updated_at = statement_timestamp(), ended_at = statement_timestamp()
    WHERE return_id = $1 AND state = 'pending'
    RETURNING *), ${hold}
  SELECT return_id FROM return`;
