import type { ReactNode } from 'react';
import css from '../data.module.css';

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Amounts and counts end at the edge of their column. */
  readonly numeric?: boolean;
  /**
   * The place of the cell in the card that a row is on a narrow screen: `lead` and `state` share its first line, `menu` ends it, `text`
   * and `note` are lines without a title. A cell without a place has a line with its title; `none` is left out.
   */
  readonly card?: 'lead' | 'state' | 'menu' | 'text' | 'note' | 'none';
}

interface TableProps<Row> {
  /** Is read out before the table. */
  readonly name: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
}

/**
 * A list: a table on a wide screen, which scrolls within the page by keyboard too, and a card for each row on a narrow one. The roles
 * are written out, because the layout of cards would take them away. A link with the class of `rowLink` covers its card.
 */
export function Table<Row>({ name, rows, keyOf, columns }: TableProps<Row>): ReactNode {
  return (
    <div className={css['scroll']} role="region" aria-label={name} tabIndex={0}>
      <table className={css['table']} role="table" aria-label={name}>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, numeric = false }) => (
              <th key={title} role="columnheader" scope="col" className={numeric ? css['numeric'] : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, numeric = false, card = 'line' }) => (
                <td
                  key={title}
                  role="cell"
                  className={numeric ? css['numeric'] : ''}
                  data-card={card}
                  data-title={card === 'line' ? title : undefined}
                >
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

/** The class of the link of a row, which covers the whole card of the row. */
export const rowLink = css['rowLink'] ?? '';
