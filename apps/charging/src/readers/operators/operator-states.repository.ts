import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';

/** Merchants are notified of one change in this time, however often the state changes. */
const PAUSE = `interval '10 minutes'`;

/** The states of operators of which merchants were notified. */
@Injectable()
export class OperatorStatesRepository {
  /** The time of the change; undefined where it is none, or the last one was too short a time ago. True for one caller, over all instances. */
  async change(tx: Queryable, rail: MobileOperator, mode: Mode, isDegraded: boolean): Promise<Date | undefined> {
    const [row] = await tx.query<{ readonly changedAt: Date }>({
      name: 'operator-state-change',
      text: `UPDATE operator_state SET is_degraded = $3, changed_at = statement_timestamp()
        WHERE rail = $1 AND mode = $2 AND is_degraded <> $3 AND changed_at <= statement_timestamp() - ${PAUSE}
        RETURNING changed_at AS "changedAt"`,
      values: [rail, mode, isDegraded],
    });
    return row?.changedAt;
  }
}
