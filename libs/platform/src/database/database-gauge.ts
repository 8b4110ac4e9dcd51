import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { Database } from './database.js';
import type { Statement } from './statement.js';

/** A gauge of what a query returns. */
export interface DatabaseGaugeOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
  /** Returns a row for each sample: `value`, and a column for each label. It must be cheap, since every scrape runs it. */
  readonly statement: Statement;
}

type Sample = Readonly<Record<string, string | number>> & { readonly value: number };

/** Registers a gauge that is read when metrics are read. While the database is away it has no samples. */
export function measureByQuery(registry: Registry, database: Database, options: DatabaseGaugeOptions): void {
  const { name, help, labelNames = [], statement } = options;
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      if (!database.available) return;
      for (const { value, ...labels } of await database.query<Sample>(statement).catch(() => []))
        this.set(labels, value);
    },
  });
}
