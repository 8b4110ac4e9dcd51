import { visitXml } from './xml.js';

/** A text as a spreadsheet shows it: XML has some characters by their numbers, as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
export function shownText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** The texts that the cells of a workbook share, in their order. What says how a text is spoken is none of it. */
export function sharedStrings(xml: string): readonly string[] {
  const texts: string[] = [];
  const inside: string[] = [];
  visitXml(xml, {
    open: (name) => {
      inside.push(name);
      if (name === 'si') texts.push('');
    },
    text: (text) => {
      if (inside.at(-1) === 't' && !inside.includes('rPh')) texts.push((texts.pop() ?? '') + text);
    },
    close: () => {
      inside.pop();
    },
  });
  return texts.map(shownText);
}
