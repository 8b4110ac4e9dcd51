import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { Counter, Registry } from 'prom-client';
import type { RailOperation } from '../rails/operations/operation.js';
import { idsOf } from '../rails/operations/operation.js';

/** The metrics of top-ups and withdrawals that have ended. */
@Injectable()
export class WalletMetrics {
  readonly #ended: Readonly<Record<'top_up' | 'withdrawal', Counter<'rail' | 'outcome'>>>;
  readonly #unpaid: Counter<'rail'>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
  ) {
    const counter = (name: string, help: string) =>
      new Counter({ name, help, labelNames: ['rail', 'outcome'] as const, registers: [registry] });
    this.#ended = {
      top_up: counter('paygate_wallet_top_ups_total', 'Top-ups of wallets that have ended, by rail and outcome'),
      withdrawal: counter('paygate_wallet_withdrawals_total', 'Withdrawals that have ended, by rail and outcome'),
    };
    this.#unpaid = new Counter({
      name: 'paygate_wallet_withdrawals_unpaid_total',
      help: 'Withdrawals that failed because the account that pays them is empty or the rail is not available',
      labelNames: ['rail'],
      registers: [registry],
    });
  }

  /** `code`: the reason of a failure; null for a success. */
  ended(kind: 'top_up' | 'withdrawal', operation: RailOperation, code: string | null): void {
    const { rail } = operation;
    this.#ended[kind].inc({ rail, outcome: code === null ? 'completed' : 'failed' });
    if (kind === 'top_up' || code !== 'rail_unavailable') return;
    this.#unpaid.inc({ rail });
    const text = 'a withdrawal was refused: the account that pays withdrawals is empty, or the rail is not available';
    this.logger.error(text, undefined, idsOf(operation));
  }
}
