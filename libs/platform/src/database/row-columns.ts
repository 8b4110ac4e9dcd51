import { textArray } from './text-array.js';

/** A column of rows that a statement takes as parameters: its name, its type in PostgreSQL, and its value of a row. */
export type RowColumn<Row> = readonly [name: string, type: string, valueOf: (row: Row) => unknown];

/** Any number of rows as the parameters of one statement, an array for each column, so that the text is the same for all numbers. */
export class RowColumns<Row> {
  constructor(private readonly columns: readonly RowColumn<Row>[]) {}

  /** The number of parameters of the rows. */
  get count(): number {
    return this.columns.length;
  }

  /** A table expression with the columns, and with the number of each row, from 1 on, as `turn`. The parameters begin with number `first`. */
  sql(name: string, first = 1): string {
    const names = this.columns.map(([column]) => column).join(', ');
    const arrays = this.columns.map(([, type], index) => `$${first + index}::${type}[]`).join(', ');
    return `${name} AS (SELECT ${names}, turn::integer FROM unnest(${arrays}) WITH ORDINALITY AS given (${names}, turn))`;
  }

  /** The values of {@link sql}, in its order. */
  values(rows: readonly Row[]): readonly unknown[] {
    return this.columns.map(([, type, valueOf]) => {
      const column = rows.map(valueOf);
      return type === 'text' ? textArray(column as (string | null)[]) : column;
    });
  }
}
