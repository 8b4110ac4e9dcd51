import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { DeclineCode, MobileOperator } from '@paygate/contracts';
import type { OutboxRows } from '@paygate/messaging';
import { outboxInsertSql, outboxValues } from '@paygate/messaging';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { accountSql, LEDGER_POSITION_SQL, platformAccountSql } from '../books/ledger/accounts.repository.js';
import { chargeColumns, chargePostingSql } from './charges.repository.js';
import type { Charge } from './domain/charge.js';

const CALLBACK_TOKEN_BYTES = 24;

/** A charge and the request that it belongs to. */
export interface RequestedOperation {
  readonly charge: Charge;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Digits, in minor units. */
  readonly feesByRail: Readonly<Record<MobileOperator, string>>;
}

/**
 * Charges by mobile money. Each method is one statement: the guarded move of the operation and, only if it moved, charge, journal and
 * event. Of two that decide at the same time, one does nothing.
 */
@Injectable()
export class ChargeOperationsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Opens an operation for each charge that has a prompt. One that is open, or decided, stays as it is.
   * @returns the ids of charges without a prompt
   */
  async open(requested: readonly RequestedOperation[]): Promise<ReadonlySet<string>> {
    const charges = requested.map(({ charge }) => charge);
    const rows = await this.database.query<{ charge_id: string }>({
      name: 'operations-open',
      text: openSql,
      values: [
        ...chargeColumns(charges),
        requested.map(({ feesByRail }) => JSON.stringify(feesByRail)),
        requested.map(({ requestId }) => requestId),
        requested.map(({ traceparent }) => traceparent ?? null),
        charges.map(() => randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url')),
      ],
    });
    return new Set(rows.map((row) => row.charge_id));
  }

  /** The rail has collected the money: the float, or suspense where the money waits, pays merchant and fees. */
  succeed(moved: Statement, event: OutboxRows): Promise<boolean> {
    return this.#run(
      moved,
      (next) => `${succeededSql}, ${announcedSql(next)} SELECT charge_id FROM settled`,
      outboxValues(event),
    );
  }

  /** No money moved, and none will. */
  decline(moved: Statement, code: DeclineCode, event: OutboxRows): Promise<boolean> {
    const rest = (next: number): string =>
      `${declinedSql(next)}, ${announcedSql(next + 1)} SELECT charge_id FROM settled`;
    return this.#run(moved, rest, [code, ...outboxValues(event)]);
  }

  /** The rail asks the payer: the event of its prompt. */
  prompt(moved: Statement, event: OutboxRows): Promise<boolean> {
    const rest = (next: number): string =>
      `announced AS (${outboxInsertSql(next)} WHERE EXISTS (SELECT FROM o)) SELECT operation_id FROM o`;
    return this.#run(moved, rest, outboxValues(event));
  }

  /** The rail collected another amount, or what was declined: it waits in suspense. */
  suspend(moved: Statement): Promise<boolean> {
    return this.#run(moved, () => `${suspendedSql} SELECT operation_id FROM o`, []);
  }

  /** The rest of the statement reads the moved operation as `o`; its parameters come after those of the move. */
  async #run(moved: Statement, rest: (next: number) => string, values: readonly unknown[]): Promise<boolean> {
    const given = moved.values ?? [];
    const text = `WITH o AS (${moved.text}), ${rest(given.length + 1)}`;
    return (await this.database.query({ ...moved, text, values: [...given, ...values] })).length > 0;
  }
}

const openSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::bigint[], $8::timestamptz[], $9::text[],
      $10::text[], $11::jsonb[], $12::text[], $13::text[], $14::text[])
    AS requested (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, fees, request_id, traceparent,
      callback_token)),
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone,
      phone_masked, request_id, traceparent, accepted_at, callback_token, actor, till_id)
    SELECT r.charge_id, 'collect', p.rail, r.intent_id, r.merchant_id, r.user_id, r.ledger, r.amount, (r.fees ->> p.rail)::bigint,
      p.phone, p.phone_masked, r.request_id, r.traceparent, r.accepted_at, r.callback_token, r.actor, r.till_id
    FROM requested r JOIN prompt p USING (charge_id)
    WHERE NOT EXISTS (SELECT FROM charge c WHERE c.charge_id = r.charge_id OR c.intent_id = r.intent_id)
    ORDER BY r.charge_id
    ON CONFLICT DO NOTHING)
  SELECT charge_id FROM requested
  WHERE NOT EXISTS (SELECT FROM prompt p WHERE p.charge_id = requested.charge_id)
    AND NOT EXISTS (SELECT FROM rail_operation o WHERE o.operation_id = requested.charge_id)`;

const FLOAT = accountSql('float', 'o.rail', 'o.ledger');

const announcedSql = (first: number): string =>
  `announced AS (${outboxInsertSql(first)} WHERE EXISTS (SELECT FROM settled))`;

const succeededSql = `
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, method, state, debited_id)
    SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, 'mobile_money', 'succeeded',
      CASE WHEN suspended_amount IS NULL THEN ${FLOAT} ELSE ${platformAccountSql('suspense', 'o.ledger')} END
    FROM o
    RETURNING charge_id, merchant_id, ledger, amount, fee, debited_id),
  posted AS (${chargePostingSql})`;

const declinedSql = (code: number): string => `
  settled AS (
    INSERT INTO charge
      (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, actor, till_id, method, state, decline_code)
    SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, 0, accepted_at, actor, till_id, 'mobile_money', 'declined', $${code}
    FROM o
    RETURNING charge_id)`;

const suspendedSql = `
  posted AS (
    INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
    SELECT suspense_journal_id, 1, o.ledger, ${FLOAT}, ${platformAccountSql('suspense', 'o.ledger')}, suspended_amount, ${LEDGER_POSITION_SQL}
    FROM o)`;
