import { visitXml } from './xml.js';

/** The numbers of built-in formats of days and hours (ECMA-376 part 1, 18.8.30). */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** The parts of a format that are shown as they are, and brackets of colours, conditions and languages; `[h]` is an hour. */
const SHOWN = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;
const DATE_LETTERS = /[dmyhs]/i;

/** The numbers of built-in formats of percent. */
const builtInPercents = [9, 10];
/** Thousands that are left out, and percent. */
const SCALED = /,(?![#0?])|%/;

/** The way in which a style shows a number: as it is, as a day or an hour, or as another number or nothing. */
export type Shown = 'number' | 'date' | 'disguised';

/** The ways in which the styles of a workbook show numbers, by the number of the style. */
export function shownStyles(styles: string): readonly Shown[] {
  const own = new Map<string, string>();
  const shown: Shown[] = [];
  let isOfCells = false;
  visitXml(styles, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) shown.push(shownBy(Number(numFmtId), own.get(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return shown;
}

function shownBy(id: number, code: string | undefined): Shown {
  if (code === undefined) {
    if (builtInDates.some(([first, last]) => id >= first && id <= last)) return 'date';
    return builtInPercents.includes(id) ? 'disguised' : 'number';
  }
  const plain = code.replace(/general/gi, '0').replace(SHOWN, '');
  if (DATE_LETTERS.test(plain)) return 'date';
  // the first part is that of positive numbers; without a digit it shows none
  const [positive = ''] = plain.split(';');
  return SCALED.test(positive) || !/[#0?@]/.test(positive) ? 'disguised' : 'number';
}
