import type { Cell, SheetRow } from '../cell.js';
import { isBlank, noCell } from '../cell.js';
import type { Style } from './formats.js';
import { shownText } from './strings.js';
import { visitXml } from './xml.js';

/** The parts of a workbook that cells of a sheet refer to. */
export interface References {
  readonly strings: readonly string[];
  readonly styles: readonly Style[];
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
/** More rows than the merged cells of a list are looked for in. */
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
  return reader;
}

class SheetReader implements SheetContent {
  readonly rows: SheetRow[] = [];
  readonly hiddenColumns: number[] = [];
  /** True where the sheet shows only the rows that have a height of their own. */
  private hidesRows = false;
  private readonly references: References;
  private cells: Cell[] = [];
  private cell: OpenCell | undefined;
  private row = { number: 0, isHidden: false };
  private lookedAt = 0;
  private readonly inside: string[] = [];

  constructor(references: References) {
    this.references = references;
  }

  open(name: string, attributes: Attributes): void {
    this.inside.push(name);
    if (name === 'row') {
      const number = Number(attributes['r'] ?? this.row.number + 1);
      // a second row of one number would take the place of the first in the batch
      if (!(number > this.row.number)) throw new Error('the rows of the sheet are not in the order of their numbers');
      this.row = { number, isHidden: this.isHidden(attributes) };
      this.cells = [];
    }
    if (name === 'sheetFormatPr') this.hidesRows = isSet(attributes['zeroHeight']);
    if (name === 'col') this.openColumns(attributes);
    if (name === 'c') {
      const column = columnOf(attributes['r']) ?? this.cells.length;
      this.cell = { column, attributes, hasFormula: false, value: undefined };
    }
    if (name === 'f' && this.cell) this.cell.hasFormula = true;
    if (name === 'mergeCell') this.cover(attributes['ref'] ?? '');
  }

  /** Of merged cells a spreadsheet shows the first one. */
  private cover(range: string): void {
    const [from, to] = range.split(':').map(placeOf);
    if (!from || !to) return;
    this.lookedAt += this.rows.length;
    if (this.lookedAt > LOOKED_AT_MAX) throw new Error('the workbook is larger than a list');
    const last = Math.min(to.column, COLUMNS_MAX - 1);
    this.rows.forEach(({ row, cells, ...more }, index) => {
      if (row < from.row || row > to.row) return;
      const isUnder = (column: number) =>
        column >= from.column && column <= last && !(row === from.row && column === from.column);
      const seen = cells.map((cell, column): Cell =>
        isUnder(column) && !isBlank(cell) ? { kind: 'covered', text: cell.text } : cell,
      );
      this.rows[index] = { row, cells: seen, ...more };
    });
  }

  private isHidden({ hidden, ht }: Attributes): boolean {
    return isSet(hidden) || (ht === undefined ? this.hidesRows : Number(ht) < SEEN_HEIGHT);
  }

  private openColumns({ min, max, hidden, width }: Attributes): void {
    if (!isSet(hidden) && (width === undefined || Number(width) >= SEEN_WIDTH)) return;
    const last = Math.min(Number(max), COLUMNS_MAX);
    for (let column = Number(min); column <= last; column++) this.hiddenColumns.push(column - 1);
  }

  text(text: string): void {
    const holder = this.inside.at(-1);
    if (!this.cell || (holder !== 'v' && holder !== 't') || this.inside.includes('rPh')) return;
    this.cell.value = (this.cell.value ?? '') + text;
  }

  close(name: string): void {
    this.inside.pop();
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
  const { number = 'number', text = 'text' } = styles[Number(attributes['s'] ?? 0)] ?? {};
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

/** The row and the column of a place such as `C12`. */
function placeOf(place: string): { readonly row: number; readonly column: number } | undefined {
  const column = columnOf(place);
  return column === undefined ? undefined : { row: Number(/\d+$/.exec(place)?.[0]), column };
}

/** The column of a place such as `C12`. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
