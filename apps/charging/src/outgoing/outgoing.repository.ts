import { Injectable } from '@nestjs/common';
import type { DeclineCode, Mode, OfMerchant } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { HoldKind } from '../holds/hold-statements.js';
import { postSql, voidSql } from '../holds/hold-statements.js';
import type { OutgoingRow } from './domain/outgoing.js';

/** The columns that refunds and payouts share, for `OutgoingRow`. */
export const outgoingColumns = (
  kind: HoldKind,
): string => `${kind}_id AS "${kind}Id", ${kind}.merchant_id AS "merchantId", ${kind}.ledger,
  ${kind}.amount, reason, metadata, ${kind}.actor, ${kind}.key_hash AS "keyHash", ${kind}.body_hash AS "bodyHash",
  ${kind}.content_hash AS "contentHash", ${kind}.state, failure_code AS "failureCode", ${kind}.created_at AS "createdAt",
  ${kind}.updated_at AS "updatedAt", ${kind}.ended_at AS "endedAt",
  (SELECT o.provider_reference FROM rail_operation o WHERE o.operation_id = ${kind}.${kind}_id) AS "providerReference"`;

/** Rows of a kind of money that leaves, whose id is `<kind>_id`. */
@Injectable()
export abstract class OutgoingRepository<Stored extends OutgoingRow> {
  protected abstract readonly kind: HoldKind;
  protected abstract readonly columns: string;
  /** SQL of the fee that a completed row pays. */
  protected abstract readonly fee: string;

  constructor(protected readonly database: Database) {}

  /** The row that was requested with the same key, or has the same id. */
  async known(tx: Queryable, { merchantId, mode, keyHash, id }: KnownRow): Promise<Stored | undefined> {
    const [row] = await tx.query<Stored>({
      name: `${this.kind}-known`,
      text: `SELECT ${this.columnsAndState} FROM ${this.kind}
        WHERE merchant_id = $1 AND (ledger > 999) = $2 AND key_hash = $3 OR ${this.kind}_id = $4
        ORDER BY key_hash = $3 DESC LIMIT 1`,
      values: [merchantId, mode === 'test', keyHash, id],
    });
    return row;
  }

  async find(merchantId: string, mode: Mode, id: string, on: Queryable = this.database): Promise<Stored | undefined> {
    const [row] = await on.query<Stored>({
      name: `${this.kind}-find`,
      text: `SELECT ${this.columnsAndState} FROM ${this.kind} WHERE ${this.kind}_id = $1 AND merchant_id = $2 AND (ledger > 999) = $3`,
      values: [id, merchantId, mode === 'test'],
    });
    return row;
  }

  /** Ends a pending row by its transfers: what arrives to the float that has paid, or to suspense where its payment waits, and the fee. */
  complete(tx: Queryable, id: string, isInSuspense: boolean): Promise<Stored> {
    const state = `'completed', failure_code = NULL`;
    return this.#end(tx, { verb: 'complete', state, hold: postSql(this.kind, this.fee, '$2') }, [id, isInSuspense]);
  }

  /** Ends a pending row without a transfer: what was held is available again. */
  fail(tx: Queryable, id: string, code: DeclineCode): Promise<Stored> {
    return this.voided(tx, 'fail', `'failed', failure_code = $2`, [id, code]);
  }

  /** The same with SQL of the new state and of the reason. */
  protected voided(tx: Queryable, verb: string, state: string, values: readonly unknown[]): Promise<Stored> {
    return this.#end(tx, { verb, state, hold: voidSql(this.kind) }, values);
  }

  protected get columnsAndState(): string {
    return `${this.columns}, (SELECT o.state FROM rail_operation o WHERE o.operation_id = ${this.kind}_id) AS "operationState"`;
  }

  async #end(tx: Queryable, { verb, state, hold }: End, values: readonly unknown[]): Promise<Stored> {
    const { kind } = this;
    const text = `
      WITH ${kind} AS (
        UPDATE ${kind} SET state = ${state}, updated_at = statement_timestamp(), ended_at = statement_timestamp()
        WHERE ${kind}_id = $1 AND state = 'pending'
        RETURNING *), ${hold}
      SELECT ${this.columns}, NULL AS "operationState" FROM ${kind}`;
    const [stored] = await tx.query<Stored>({ name: `${kind}-${verb}`, text, values });
    if (stored === undefined) throw new Error(`a ${kind} had ended before`);
    return stored;
  }
}

type End = Readonly<Record<'verb' | 'state' | 'hold', string>>;
type KnownRow = OfMerchant & { readonly keyHash: string; readonly id: string };
