import type { Cell } from '../cell.js';
import type { Style } from './formats.js';
import { styleOf } from './formats.js';
import type { CellRange } from './ranges.js';
import { rangeOf } from './ranges.js';

/** More formats, each of one range, than a list has. */
const FORMATS_MAX = 100_000;

type Attributes = Readonly<Partial<Record<string, string>>>;

/** The way in which a condition shows cells, wherever it holds. */
export interface ConditionalFormat {
  readonly range: CellRange;
  readonly style: Style;
}

/** The formats of a sheet that depend on conditions (ECMA-376 part 1, 18.3.1.18, and the same of Office 2010 with its ranges behind its rules). */
export class ConditionalFormats {
  readonly all: ConditionalFormat[] = [];
  private readonly ofRules: readonly (Style | undefined)[];
  private ranges: string | undefined;
  private styles: Style[] = [];

  /** `ofRules`: the styles that the rules of a workbook refer to, by their numbers. */
  constructor(ofRules: readonly (Style | undefined)[]) {
    this.ofRules = ofRules;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'conditionalFormatting') [this.ranges, this.styles] = [attributes['sqref'] ?? '', []];
    if (this.ranges === undefined) return;
    const { dxfId, numFmtId = '0', formatCode, showValue } = attributes;
    const ofRule = name === 'cfRule' && dxfId !== undefined ? this.ofRules[Number(dxfId)] : undefined;
    if (ofRule) this.styles.push(ofRule);
    if (name === 'numFmt') this.styles.push(styleOf(Number(numFmtId), formatCode));
    // a bar or a sign in the place of the number
    if (showValue === '0' || showValue === 'false') this.styles.push({ number: 'disguised', text: 'text' });
  }

  text(holder: string | undefined, text: string): void {
    if (holder === 'sqref' && this.ranges !== undefined) this.ranges += text;
  }

  close(name: string): void {
    if (name !== 'conditionalFormatting' || this.ranges === undefined) return;
    const ranges = this.ranges.split(/\s+/).flatMap((text) => rangeOf(text) ?? []);
    const changing = this.styles.filter(({ number, text }) => number !== 'number' || text !== 'text');
    if (this.all.length + changing.length * ranges.length > FORMATS_MAX)
      throw new Error('the workbook is larger than a list');
    for (const style of changing) this.all.push(...ranges.map((range) => ({ range, style })));
    this.ranges = undefined;
  }
}

/** A cell as a condition may show it. */
export function conditioned(cell: Cell, { number, text }: Style): Cell {
  const isChanged = cell.kind === 'number' ? number !== 'number' : cell.kind === 'text' && text === 'disguised';
  return isChanged && cell.text !== '' ? { kind: 'disguised', text: cell.text } : cell;
}
