import { namesOtherCurrency } from '../headings.js';
import { visitXml } from './xml.js';

/** The numbers of built-in formats of days and hours (ECMA-376 part 1, 18.8.30). */
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
/** The parts of a format: texts that are shown as they are, brackets of colours, conditions and languages, and single signs; `[h]` is an hour. */
const PARTS =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|_.|\*(?<filled>.)|\[\$(?<symbol>[^\]-]*)[^\]]*\]|\[(?<condition>[<>=][^\]]*)?(?!h+\]|m+\]|s+\])[^\]]*\]|(?<sign>.)/gis;
const DATE_LETTERS = /[dmyhs]/i;

/** The numbers of built-in formats of percent. */
const builtInPercents = [9, 10];
/** Thousands that are left out, percent, and three decimals: `15.000` would be fifteen thousand. */
const SCALED = /,(?![#0?])|%|\.0{3}/;
/** A sign in front of amounts above zero. */
const NEGATED = /^\s*[-\u2212]/;
/** A place of the number in what a format shows. */
const PLACE = '\u{fffc}';
/** A mark of decimals that is a text of the format: `0\.00` shows 5000 as `50.00`. A mark that stands before, too, parts pairs of figures. */
const OWN_DECIMALS = /^(?<before>.*\u{fffc})(?<mark>[.,])\u{fffc}{1,2}[^\u{fffc}]*$/su;
/** The country code before the number, which is none of its digits. */
const COUNTRY = /^[^\d\u{fffc}]*(?:00)?237(?!\d)/u;
/** A condition that no amount fulfils. */
const NO_AMOUNT = /^(?:=|<=?)0$/;
/** The part of texts, behind those of numbers above zero, below it, and of zero. */
const OF_TEXTS = 3;

/** The way in which a style shows a number: as it is, as a day or an hour, in another currency, or as another number or nothing. */
export type Shown = 'number' | 'date' | 'foreign' | 'disguised';

/** The ways in which a style shows what a cell holds. */
export interface Style {
  readonly number: Shown;
  readonly text: 'text' | 'disguised';
}

/** A part of a format: its signs, what it shows with the texts of its own, and the condition of its numbers. */
interface Section {
  readonly signs: string;
  readonly picture: string;
  /** Its own texts and the places of the number, without the marks that part the number itself. */
  readonly texts: string;
  readonly condition: string | undefined;
}

const noSection: Section = { signs: '', picture: '', texts: '', condition: undefined };

/** The styles of a workbook by their numbers: those of cells, and those of rules, which may leave the format of a number as it is. */
export interface Styles {
  readonly ofCells: readonly Style[];
  readonly ofRules: readonly (Style | undefined)[];
}

export function shownStyles(styles: string): Styles {
  const own = new Map<string, string>();
  const ofCells: Style[] = [];
  const ofRules: (Style | undefined)[] = [];
  const inside: string[] = [];
  visitXml(styles, {
    open: (name, { numFmtId = '0', formatCode = '' }) => {
      const holder = inside.at(-1);
      inside.push(name);
      if (name === 'numFmt' && holder === 'numFmts') own.set(numFmtId, formatCode);
      if (name === 'xf' && holder === 'cellXfs') ofCells.push(styleOf(Number(numFmtId), own.get(numFmtId)));
      if (name === 'dxf') ofRules.push(undefined);
      if (name === 'numFmt' && holder === 'dxf') ofRules[ofRules.length - 1] = styleOf(Number(numFmtId), formatCode);
    },
    close: () => {
      inside.pop();
    },
  });
  return { ofCells, ofRules };
}

/** The style of a number format, which is built in unless it has a code. */
export function styleOf(id: number, code: string | undefined): Style {
  if (code !== undefined) return styleBy(code);
  if (builtInDates.some(([first, last]) => id >= first && id <= last)) return { number: 'date', text: 'text' };
  return { number: builtInPercents.includes(id) ? 'disguised' : 'number', text: 'text' };
}

function styleBy(code: string): Style {
  const sections = sectionsOf(code.replace(/general/gi, '0'));
  // with conditions, any part may be that of an amount
  const hasConditions = sections.some(({ condition }) => condition !== undefined);
  const ofNumbers = sections.filter(({ condition = '' }, at) =>
    hasConditions ? !NO_AMOUNT.test(condition) : at === 0,
  );
  const isDate = sections.some(({ signs }) => DATE_LETTERS.test(signs));
  const isNegated = !hasConditions && NEGATED.test(sections[0]?.picture ?? '');
  const isDisguised = isNegated || ofNumbers.some((section) => hidesNumber(section) || addsDigits(section));
  const isForeign = ofNumbers.some(({ picture }) => namesOtherCurrency(picture));
  const ofTexts = sections[OF_TEXTS] ?? sections.findLast(({ signs }) => signs.includes('@'));
  const isShown = ofTexts === undefined || (ofTexts.signs.split('@').length === 2 && !addsDigits(ofTexts));
  const number = isDate ? 'date' : isDisguised ? 'disguised' : isForeign ? 'foreign' : 'number';
  return { number, text: isShown ? 'text' : 'disguised' };
}

/** True for thousands that are left out, for percent, for decimals that are none, and where no digit is shown. */
function hidesNumber({ signs, texts }: Section): boolean {
  return SCALED.test(signs) || !/[#0?@]/.test(signs) || hasOwnDecimals(texts);
}

function hasOwnDecimals(texts: string): boolean {
  const { before, mark } = OWN_DECIMALS.exec(texts)?.groups ?? {};
  return before !== undefined && mark !== undefined && !before.includes(mark);
}

/** True for a part that shows digits of its own, as `0"000"` does. */
function addsDigits({ picture }: Section): boolean {
  return /\d/.test(picture.replace(COUNTRY, ''));
}

function sectionsOf(code: string): readonly Section[] {
  const sections: Section[] = [];
  let section = noSection;
  for (const { groups = {} } of code.matchAll(PARTS)) {
    const { quoted, escaped, filled, symbol, condition = section.condition, sign = '' } = groups;
    if (sign === ';') {
      sections.push(section);
      section = noSection;
      continue;
    }
    const place = /[#0?@]/.test(sign) ? PLACE : undefined;
    const text = quoted ?? escaped ?? filled ?? symbol ?? place;
    section = {
      signs: section.signs + sign,
      // the digits 1 to 9 stand for themselves
      picture: section.picture + (text ?? sign),
      texts: section.texts + (text ?? ''),
      condition,
    };
  }
  return [...sections, section];
}
