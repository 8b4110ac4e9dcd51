import { visitXml } from './xml.js';

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
  return texts;
}
