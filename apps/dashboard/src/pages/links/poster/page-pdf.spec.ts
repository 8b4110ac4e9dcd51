import { expect, test } from '@jest/globals';
import { pagePdf } from './page-pdf.js';

const jpeg = Uint8Array.from([0xff, 0xd8, 0xff, 0x0a, 0x0d, 0x28, 0xff, 0xd9]);

test('a page is a PDF whose table names the place of each object, and has the picture byte for byte', () => {
  const text = Buffer.from(pagePdf({ bytes: jpeg, width: 1_240, height: 1_754 })).toString('latin1');
  expect(text.startsWith('%PDF-1.4\n')).toBe(true);
  expect(text.endsWith('%%EOF\n')).toBe(true);
  const start = Number(/startxref\n(\d+)\n/.exec(text)?.[1]);
  expect(text.slice(start, start + 9)).toBe('xref\n0 6\n');
  const entries = text.slice(start + 9).match(/^\d{10} \d{5} [nf] $/gm) ?? [];
  expect(entries).toHaveLength(6);
  for (const [number, entry] of entries.entries())
    if (number > 0) expect(text.slice(Number(entry.slice(0, 10))).startsWith(`${number} 0 obj\n`)).toBe(true);
  for (const [, length, content = ''] of text.matchAll(/\/Length (\d+) >>\nstream\n([^]*?)\nendstream/g))
    expect(content).toHaveLength(Number(length));
  expect(text).toContain(`stream\n${Buffer.from(jpeg).toString('latin1')}\nendstream`);
  expect(text).toContain('/Width 1240 /Height 1754');
});
