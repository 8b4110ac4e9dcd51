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

/** The styles of a workbook that show a number as a day or an hour, by the number of the style. */
export function dateStyles(styles: string): readonly boolean[] {
  const own = new Map<string, string>();
  const dates: boolean[] = [];
  let isOfCells = false;
  visitXml(styles, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      if (name === 'numFmt') own.set(numFmtId, formatCode);
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells) dates.push(isDate(Number(numFmtId), own.get(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return dates;
}

function isDate(id: number, code: string | undefined): boolean {
  if (code === undefined) return builtInDates.some(([first, last]) => id >= first && id <= last);
  return DATE_LETTERS.test(code.replace(/general/gi, '').replace(SHOWN, ''));
}
