import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, MobileOperator, TimelineEntry } from '@paygate/contracts';
import { currencyCodes, TIMELINE_MAX_ENTRIES } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import type { RefundState } from '../../outgoing/refunds/domain/refund.js';

interface ChargeRow {
  readonly chargeId: string;
  readonly declineCode: string | null;
  readonly settledAt: Date;
}

/** A row with the operator's own number of its transaction. */
interface NumberedRow {
  readonly providerReference: string | null;
}

interface OperationRow extends NumberedRow {
  readonly chargeId: string;
  readonly rail: MobileOperator;
  readonly submittedAt: Date | null;
  readonly promptedAt: Date | null;
}

interface RefundRow extends NumberedRow {
  readonly refundId: string;
  readonly state: RefundState;
  readonly failureCode: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

interface ReversalRow {
  readonly reversalId: string;
  readonly rail: MobileOperator;
  readonly bookedAt: Date;
  readonly returnedAt: Date | null;
}

/** The course of the charge of an intent, of its refunds and of its reversals. An intent has at most one charge, and that at most one operation of a rail. */
@Injectable()
export class ChargeTimelineRepository {
  constructor(private readonly database: Database) {}

  async ofIntent({ intentId, merchantId, mode }: IntentOfMerchant): Promise<readonly TimelineEntry[]> {
    const values = [intentId, merchantId, currencyCodes.map((currency) => ledgerOf(mode, currency))];
    const [operations, charges, refunds, reversals] = await Promise.all([
      this.database.query<OperationRow>({
        name: 'operation-of-intent',
        text: `SELECT operation_id AS "chargeId", rail, submitted_at AS "submittedAt", prompted_at AS "promptedAt",
            provider_reference AS "providerReference"
          FROM rail_operation WHERE intent_id = $1 AND kind = 'collect' AND merchant_id = $2 AND ledger = ANY ($3::smallint[])`,
        values,
      }),
      this.database.query<ChargeRow>({
        name: 'charge-of-intent',
        text: `SELECT charge_id AS "chargeId", decline_code AS "declineCode", settled_at AS "settledAt"
          FROM charge WHERE intent_id = $1 AND merchant_id = $2 AND ledger = ANY ($3::smallint[])`,
        values,
      }),
      this.database.query<RefundRow>({
        name: 'refunds-timeline',
        text: `SELECT refund_id AS "refundId", state, failure_code AS "failureCode", created_at AS "createdAt", ended_at AS "endedAt",
            (SELECT o.provider_reference FROM rail_operation o WHERE o.operation_id = refund_id) AS "providerReference"
          FROM refund WHERE intent_id = $1 AND merchant_id = $2 AND ledger = ANY ($3::smallint[])
          ORDER BY refund_id DESC LIMIT $4`,
        values: [...values, TIMELINE_MAX_ENTRIES],
      }),
      this.database.query<ReversalRow>({
        name: 'reversals-timeline',
        text: `SELECT reversal_id AS "reversalId", rail, booked_at AS "bookedAt", returned_at AS "returnedAt" FROM reversal
          WHERE charge_id = (SELECT charge_id FROM charge WHERE intent_id = $1) AND merchant_id = $2 AND ledger = ANY ($3::smallint[])
            AND merchant_amount + fee_amount > 0
          ORDER BY booked_at DESC LIMIT $4`,
        values: [...values, TIMELINE_MAX_ENTRIES],
      }),
    ]);
    return [
      ...operations.flatMap(stepsOf),
      ...charges.map((charge) => outcomeOf(charge, operations[0])),
      ...refunds.flatMap(refundSteps),
      ...reversals.flatMap(reversalSteps),
    ];
  }
}

function stepsOf({ chargeId: objectId, rail: operator, submittedAt, promptedAt }: OperationRow): TimelineEntry[] {
  const steps = { 'charge.submitted': submittedAt, 'charge.prompted': promptedAt } as const;
  return (Object.keys(steps) as (keyof typeof steps)[]).flatMap((type) => {
    const at = steps[type]?.toISOString();
    return at === undefined ? [] : [{ type, at, objectId, operator }];
  });
}

function outcomeOf(
  { chargeId: objectId, declineCode: code, settledAt }: ChargeRow,
  operation: OperationRow | undefined,
): TimelineEntry {
  const outcome = { at: settledAt.toISOString(), objectId, ...numberOf(operation) };
  return code === null ? { type: 'charge.succeeded', ...outcome } : { type: 'charge.failed', ...outcome, code };
}

function numberOf(row: NumberedRow | undefined): Pick<TimelineEntry, 'providerReference'> {
  const { providerReference = null } = row ?? {};
  return providerReference === null ? {} : { providerReference };
}

function refundSteps(refund: RefundRow): TimelineEntry[] {
  const { refundId: objectId, state, failureCode, createdAt, endedAt } = refund;
  const requested: TimelineEntry = { type: 'refund.requested', at: createdAt.toISOString(), objectId };
  if (endedAt === null) return [requested];
  const ended = { at: endedAt.toISOString(), objectId, ...numberOf(refund) };
  if (state === 'completed') return [requested, { type: 'refund.completed', ...ended }];
  return [requested, { type: 'refund.failed', ...ended, ...(failureCode === null ? {} : { code: failureCode }) }];
}

function reversalSteps({ reversalId: objectId, rail: operator, bookedAt, returnedAt }: ReversalRow): TimelineEntry[] {
  const booked: TimelineEntry = { type: 'reversal.booked', at: bookedAt.toISOString(), objectId, operator };
  if (returnedAt === null) return [booked];
  return [booked, { type: 'reversal.returned', at: returnedAt.toISOString(), objectId, operator }];
}
