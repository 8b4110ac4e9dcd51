import type { Cell, SheetRow } from '../cell.js';
import { isBlank, noCell } from '../cell.js';
import { conditioned, ConditionalFormats } from './conditional-formats.js';
import type { Styles } from './formats.js';
import type { CellRange } from './ranges.js';
import { columnOf, rangeOf } from './ranges.js';
import { shownText } from './strings.js';
import { visitXml } from './xml.js';

/** The parts of a workbook that cells of a sheet refer to. */
export interface References {
  readonly strings: readonly string[];
  readonly styles: Styles;
  /** False where a spreadsheet calculates all formulas anew, whatever results are in the file. */
  readonly hasResults: boolean;
}

/** More columns than a list has. */
const COLUMNS_MAX = 100;
/** A spreadsheet shows so many digits of a number. */
const SHOWN_DIGITS = 15;
/** Rows and columns below are not seen: points, and widths of a digit. */
const SEEN_HEIGHT = 4;
const SEEN_WIDTH = 0.5;
/** More rows than the merged cells and the conditional formats of a list are looked for in. */
const LOOKED_AT_MAX = 10_000_000;

type Attributes = Readonly<Partial<Record<string, string>>>;

/** A cell as it is read: its place, its type, and the texts of its elements. */
interface OpenCell {
  readonly column: number;
  readonly attributes: Attributes;
  hasFormula: boolean;
  value: string | undefined;
}

/** The rows of a sheet that have cells, and the columns that it does not show. */
export interface SheetContent {
  readonly rows: readonly SheetRow[];
  readonly hiddenColumns: readonly number[];
}

export function sheetContent(xml: string, references: References): SheetContent {
  const reader = new SheetReader(references);
  visitXml(xml, {
    open: (name, attributes) => {
      reader.open(name, attributes);
    },
    text: (text) => {
      reader.text(text);
    },
    close: (name) => {
      reader.close(name);
    },
  });
  reader.showConditions();
  return reader;
}

class SheetReader implements SheetContent {
  readonly rows: SheetRow[] = [];
  /** True where the sheet shows only the rows that have a height of their own, or the columns that have a width. */
  private hidesRows = false;
  private hidesColumns = false;
  /** True for a column that is hidden by itself, false for one that has a width. */
  private readonly ownWidths = new Map<number, boolean>();
  private readonly conditions: ConditionalFormats;
  private readonly references: References;
  private cells: Cell[] = [];
  private cell: OpenCell | undefined;
  private row = { number: 0, isHidden: false };
  private lookedAt = 0;
  private readonly inside: string[] = [];

  constructor(references: References) {
    this.references = references;
    this.conditions = new ConditionalFormats(references.styles.ofRules);
  }

  get hiddenColumns(): readonly number[] {
    const columns = Array.from({ length: COLUMNS_MAX }, (_, column) => column);
    return columns.filter((column) => this.ownWidths.get(column) ?? this.hidesColumns);
  }

  open(name: string, attributes: Attributes): void {
    this.inside.push(name);
    this.conditions.open(name, attributes);
    if (name === 'row') {
      const number = Number(attributes['r'] ?? this.row.number + 1);
      // a second row of one number would take the place of the first in the batch
      if (!(number > this.row.number)) throw new Error('the rows of the sheet are not in the order of their numbers');
      this.row = { number, isHidden: this.isHidden(attributes) };
      this.cells = [];
    }
    if (name === 'sheetFormatPr') this.openDefaults(attributes);
    if (name === 'col') this.openColumns(attributes);
    if (name === 'c') {
      const column = columnOf(attributes['r']) ?? this.cells.length;
      this.cell = { column, attributes, hasFormula: false, value: undefined };
    }
    if (name === 'f' && this.cell) this.cell.hasFormula = true;
    if (name === 'mergeCell') this.cover(attributes['ref'] ?? '');
  }

  /** Of merged cells a spreadsheet shows the first one. */
  private cover(text: string): void {
    const range = rangeOf(text);
    if (!range) return;
    const { firstRow, firstColumn } = range;
    this.change(range, (cell, row, column) =>
      (row === firstRow && column === firstColumn) || isBlank(cell) ? cell : { kind: 'covered', text: cell.text },
    );
  }

  /** Disguises each cell that a condition may show as something else: nothing here knows if the condition holds. */
  showConditions(): void {
    for (const { range, style } of this.conditions.all) this.change(range, (cell) => conditioned(cell, style));
  }

  private change(range: CellRange, changed: (cell: Cell, row: number, column: number) => Cell): void {
    const { firstRow, lastRow, firstColumn, lastColumn } = range;
    this.lookedAt += this.rows.length;
    if (this.lookedAt > LOOKED_AT_MAX) throw new Error('the workbook is larger than a list');
    this.rows.forEach(({ row, cells, ...more }, index) => {
      if (row < firstRow || row > lastRow) return;
      const seen = cells.map((cell, column) =>
        column < firstColumn || column > lastColumn ? cell : changed(cell, row, column),
      );
      this.rows[index] = { row, cells: seen, ...more };
    });
  }

  private openDefaults({ zeroHeight, defaultRowHeight, defaultColWidth }: Attributes): void {
    this.hidesRows = isSet(zeroHeight) || Number(defaultRowHeight) < SEEN_HEIGHT;
    this.hidesColumns = Number(defaultColWidth) < SEEN_WIDTH;
  }

  private isHidden({ hidden, ht }: Attributes): boolean {
    return isSet(hidden) || (ht === undefined ? this.hidesRows : Number(ht) < SEEN_HEIGHT);
  }

  private openColumns({ min, max, hidden, width }: Attributes): void {
    if (!isSet(hidden) && width === undefined) return;
    const isHidden = isSet(hidden) || !(Number(width) >= SEEN_WIDTH);
    const last = Math.min(Number(max), COLUMNS_MAX);
    for (let column = Math.max(Number(min), 1) - 1; column < last; column++)
      this.ownWidths.set(column, isHidden || this.ownWidths.get(column) === true);
  }

  text(text: string): void {
    const holder = this.inside.at(-1);
    this.conditions.text(holder, text);
    if (!this.cell || (holder !== 'v' && holder !== 't') || this.inside.includes('rPh')) return;
    this.cell.value = (this.cell.value ?? '') + text;
  }

  close(name: string): void {
    this.inside.pop();
    this.conditions.close(name);
    if (name === 'c' && this.cell) {
      const { column } = this.cell;
      if (column < COLUMNS_MAX) {
        while (this.cells.length < column) this.cells.push(noCell);
        this.cells[column] = cellOf(this.cell, this.references);
      }
      this.cell = undefined;
    }
    if (name === 'row') this.rows.push({ row: this.row.number, cells: this.cells, isHidden: this.row.isHidden });
  }
}

/** True for a flag of XML. */
export function isSet(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}

function cellOf({ attributes, hasFormula, value }: OpenCell, { strings, styles, hasResults }: References): Cell {
  if (value === undefined || (hasFormula && !hasResults)) return hasFormula ? { kind: 'unsolved', text: '' } : noCell;
  const { number = 'number', text = 'text' } = styles.ofCells[Number(attributes['s'] ?? 0)] ?? {};
  switch (attributes['t'] ?? 'n') {
    case 's':
      return { kind: text, text: strings[Number(value)] ?? '' };
    case 'b':
      return { kind: text, text: isSet(value) ? 'TRUE' : 'FALSE' };
    case 'e':
      return { kind: 'error', text: value };
    case 'd':
      return { kind: 'date', text: value };
    case 'n':
      return { kind: number, text: shownNumber(value) };
    default:
      return { kind: text, text: shownText(value) };
  }
}

/** A number as a spreadsheet shows it: what comes behind its 15 digits is the rest of a calculation. */
function shownNumber(value: string): string {
  const number = Number(Number(value).toPrecision(SHOWN_DIGITS));
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}
