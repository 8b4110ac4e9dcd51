import type { Cell, SheetRow } from '../cell.js';
import { noCell } from '../cell.js';
import type { Shown } from './formats.js';
import { visitXml } from './xml.js';

/** The parts of a workbook that cells of a sheet refer to. */
export interface References {
  readonly strings: readonly string[];
  readonly shown: readonly Shown[];
}

/** More columns than a list has. */
const COLUMNS_MAX = 100;
/** A spreadsheet shows so many digits of a number. */
const SHOWN_DIGITS = 15;

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
  }

  private isHidden({ hidden, ht }: Attributes): boolean {
    return isSet(hidden) || (ht === undefined ? this.hidesRows : Number(ht) === 0);
  }

  private openColumns({ min, max, hidden, width }: Attributes): void {
    if (!isSet(hidden) && (width === undefined || Number(width) > 0)) return;
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

function isSet(flag: string | undefined): boolean {
  return flag === '1' || flag === 'true';
}

function cellOf({ attributes, hasFormula, value }: OpenCell, { strings, shown }: References): Cell {
  if (value === undefined) return hasFormula ? { kind: 'unsolved', text: '' } : noCell;
  switch (attributes['t'] ?? 'n') {
    case 's':
      return { kind: 'text', text: strings[Number(value)] ?? '' };
    case 'e':
      return { kind: 'error', text: value };
    case 'd':
      return { kind: 'date', text: value };
    case 'n':
      return { kind: shown[Number(attributes['s'] ?? 0)] ?? 'number', text: shownNumber(value) };
    default:
      return { kind: 'text', text: value };
  }
}

/** A number as a spreadsheet shows it: what comes behind its 15 digits is the rest of a calculation. */
function shownNumber(value: string): string {
  const number = Number(Number(value).toPrecision(SHOWN_DIGITS));
  return Number.isInteger(number) ? BigInt(number).toString() : String(number);
}

/** The column of a place such as `C12`. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]+/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
