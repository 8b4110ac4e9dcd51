import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, MobileOperator, TimelineEntry } from '@paygate/contracts';
import { currencyCodes } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { ledgerOf } from '../ledger/domain/ledger.js';

interface ChargeRow {
  readonly chargeId: string;
  readonly declineCode: string | null;
  readonly settledAt: Date;
}

interface OperationRow {
  readonly chargeId: string;
  readonly rail: MobileOperator;
  readonly submittedAt: Date | null;
  readonly promptedAt: Date | null;
}

/** The course of the charge of an intent. An intent has at most one charge, and that at most one operation of a rail. */
@Injectable()
export class ChargeTimelineRepository {
  constructor(private readonly database: Database) {}

  async ofIntent({ intentId, merchantId, mode }: IntentOfMerchant): Promise<readonly TimelineEntry[]> {
    const values = [intentId, merchantId, currencyCodes.map((currency) => ledgerOf(mode, currency))];
    const [operations, charges] = await Promise.all([
      this.database.query<OperationRow>({
        name: 'operation-of-intent',
        text: `SELECT operation_id AS "chargeId", rail, submitted_at AS "submittedAt", prompted_at AS "promptedAt"
          FROM rail_operation WHERE intent_id = $1 AND kind = 'collect' AND merchant_id = $2 AND ledger = ANY ($3::smallint[])`,
        values,
      }),
      this.database.query<ChargeRow>({
        name: 'charge-of-intent',
        text: `SELECT charge_id AS "chargeId", decline_code AS "declineCode", settled_at AS "settledAt"
          FROM charge WHERE intent_id = $1 AND merchant_id = $2 AND ledger = ANY ($3::smallint[])`,
        values,
      }),
    ]);
    return [...operations.flatMap(stepsOf), ...charges.map(outcomeOf)];
  }
}

function stepsOf({ chargeId: objectId, rail: operator, submittedAt, promptedAt }: OperationRow): TimelineEntry[] {
  const steps = { 'charge.submitted': submittedAt, 'charge.prompted': promptedAt } as const;
  return (Object.keys(steps) as (keyof typeof steps)[]).flatMap((type) => {
    const at = steps[type]?.toISOString();
    return at === undefined ? [] : [{ type, at, objectId, operator }];
  });
}

function outcomeOf({ chargeId: objectId, declineCode: code, settledAt }: ChargeRow): TimelineEntry {
  const at = settledAt.toISOString();
  return code === null ? { type: 'charge.succeeded', at, objectId } : { type: 'charge.failed', at, objectId, code };
}
