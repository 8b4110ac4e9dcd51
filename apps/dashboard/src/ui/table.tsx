import type { ReactNode } from 'react';
import css from './data.module.css';

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts end at the edge of their column. */
  readonly numeric?: boolean;
}

interface TableProps<Row> {
  /** Is read out before the table. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/** A table that scrolls within the page where the screen is narrow, by keyboard too. */
export function Table<Row>({ name, rows, keyOf, columns }: TableProps<Row>): ReactNode {
  return (
    <div className={css['scroll']} role="region" aria-label={name} tabIndex={0}>
      <table className={css['table']} aria-label={name}>
        <thead>
          <tr>
            {columns.map(({ title, numeric = false }) => (
              <th key={title} scope="col" className={numeric ? css['numeric'] : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, numeric = false }) => (
                <td key={title} className={numeric ? css['numeric'] : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
