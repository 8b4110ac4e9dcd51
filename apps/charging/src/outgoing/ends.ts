import type { HoldKind } from '../holds/hold-statements.js';
import { postSql, voidSql } from '../holds/hold-statements.js';

/** The end of the pending row $1 by the transfers of its hold. $2: its payment waits in suspense. */
export const completedSql = (kind: HoldKind, fee: string, columns: string): string => `
  WITH ${kind} AS (${endedSql(kind, 'completed', 'NULL')}), ${postSql(kind, fee, '$2')}
  SELECT ${columns} FROM ${kind}`;

/** Its end without a transfer, in a state and for the reason that an expression has. */
export const voidedSql = (kind: HoldKind, [state, code]: readonly [string, string], columns: string): string => `
  WITH ${kind} AS (${endedSql(kind, state, code)}), ${voidSql(kind)}
  SELECT ${columns} FROM ${kind}`;

const endedSql = (kind: HoldKind, state: string, code: string): string => `
    UPDATE ${kind} SET state = '${state}', failure_code = ${code}, updated_at = statement_timestamp(), ended_at = statement_timestamp()
    WHERE ${kind}_id = $1 AND state = 'pending'
    RETURNING *`;
