import type { HoldKind } from '../holds/hold-statements.js';
import { postSql, voidSql } from '../holds/hold-statements.js';

/** SQL that completes the pending row $1 and posts the transfers of its hold. $2: true when its money waits in suspense. */
export const completedSql = (kind: HoldKind, fee: string, columns: string): string => `
  WITH ${kind} AS (${endedSql(kind, 'completed', 'NULL')}), ${postSql(kind, fee, '$2')}
  SELECT ${columns} FROM ${kind}`;

/** SQL that ends the pending row $1 without a transfer and voids its hold. `state` is the new state, `code` an SQL expression of the reason. */
export const voidedSql = (kind: HoldKind, [state, code]: readonly [string, string], columns: string): string => `
  WITH ${kind} AS (${endedSql(kind, state, code)}), ${voidSql(kind)}
  SELECT ${columns} FROM ${kind}`;

const endedSql = (kind: HoldKind, state: string, code: string): string => `
    UPDATE ${kind} SET state = '${state}', failure_code = ${code}, updated_at = statement_timestamp(), ended_at = statement_timestamp()
    WHERE ${kind}_id = $1 AND state = 'pending'
    RETURNING *`;
