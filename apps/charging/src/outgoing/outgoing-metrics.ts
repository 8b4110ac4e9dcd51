import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { Counter, Registry } from 'prom-client';
import type { HoldKind } from '../holds/hold-statements.js';
import type { OperationIds } from '../rails/operations/operation.js';

type Outcome = 'completed' | 'failed' | 'canceled';

/** The metrics of refunds, payouts and returns that have ended. */
@Injectable()
export class OutgoingMetrics {
  readonly #ended: Readonly<Record<HoldKind, Counter>>;
  readonly #unpaid: Readonly<Record<HoldKind, Counter>>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
  ) {
    const counter = (name: string, help: string, ...labelNames: readonly string[]): Counter =>
      new Counter({ name, help, labelNames, registers: [registry] });
    const unpaid = 'failed because the account that pays them is empty or the rail is not available';
    const byWay = 'Refunds that have ended, by the way of the money and the outcome';
    this.#ended = {
      refund: counter('paygate_refunds_total', byWay, 'way', 'outcome'),
      payout: counter('paygate_payouts_total', 'Payouts that have ended, by rail and outcome', 'rail', 'outcome'),
      return: counter(
        'paygate_returns_total',
        'Returns to payers that have ended, by rail and outcome',
        'rail',
        'outcome',
      ),
    };
    this.#unpaid = {
      refund: counter('paygate_refunds_unpaid_total', `Refunds that ${unpaid}`, 'rail'),
      payout: counter('paygate_payouts_unpaid_total', `Payouts that ${unpaid}`, 'rail'),
      return: counter('paygate_returns_unpaid_total', `Returns to payers that ${unpaid}`, 'rail'),
    };
  }

  ended(kind: HoldKind, way: MobileOperator | 'wallet', outcome: Outcome): void {
    this.#ended[kind].inc({ [kind === 'refund' ? 'way' : 'rail']: way, outcome });
  }

  /** A rail that cannot pay is for people: they have to move money to the account that pays. */
  failed(kind: HoldKind, rail: MobileOperator, code: string | null, ids: OperationIds): void {
    this.ended(kind, rail, 'failed');
    if (code !== 'rail_unavailable') return;
    this.#unpaid[kind].inc({ rail });
    const text = `a ${kind} was refused: the account that pays ${kind}s is empty, or the rail is not available`;
    this.logger.error(text, undefined, ids);
  }
}
