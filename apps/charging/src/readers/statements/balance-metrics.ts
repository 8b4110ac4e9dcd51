import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** The metrics of statements. */
@Injectable()
export class BalanceMetrics {
  readonly #statements: Counter;
  readonly #rows: Counter;

  constructor(registry: Registry) {
    this.#statements = new Counter({
      name: 'paygate_statements_total',
      help: 'Statements that were begun',
      registers: [registry],
    });
    this.#rows = new Counter({
      name: 'paygate_statement_rows_total',
      help: 'Rows of statements that were read',
      registers: [registry],
    });
  }

  statement(): void {
    this.#statements.inc();
  }

  rows(count: number): void {
    this.#rows.inc(count);
  }
}
