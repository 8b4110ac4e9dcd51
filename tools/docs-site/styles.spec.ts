import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

/* Docs, dashboard and payment page: one palette and one scale of type, each declared once in libs/palette. */

const PALETTE = 'libs/palette/src/palette.css';
const styles = [
  ...['tools/docs-site/browser/style.css', 'apps/checkout/browser/page.css'],
  ...globSync('apps/dashboard/src/**/*.css'),
];
const MOST_SIZES = 6;
/** Colours of no theme: the signs of the operators, the ground of a shop's logo, a shadow. */
const OTHERS = ['#ffcb05', '#ff7900', '#ffffff', 'rgb(0 0 0'];

const read = (path: string): string => readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const declared = new Set(read(PALETTE).match(/--[\w-]+(?=:)/g));

test('the palette has at most six sizes of type', () => {
  const sizes = [...read(PALETTE).matchAll(/--size-[\w]+: ([\d.]+rem)/g)].map(([, size]) => size);
  expect(sizes.length).toBeGreaterThan(1);
  expect(new Set(sizes).size).toBe(sizes.length);
  expect(sizes.length).toBeLessThanOrEqual(MOST_SIZES);
});

describe.each(styles)('%s', (path) => {
  const css = read(path);

  test('has colours of the palette only', () => {
    const colours = css.match(/#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|oklch)\([\d. ]+/gi) ?? [];
    expect(colours.filter((colour) => !OTHERS.some((other) => colour.startsWith(other)))).toEqual([]);
  });

  test('uses tokens that the palette has', () => {
    const own = new Set(css.match(/--[\w-]+(?=:)/g));
    const used = [...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
    expect(used.filter((name) => !declared.has(name) && !own.has(name))).toEqual([]);
  });

  test('sets text in sizes of the palette only', () => {
    const sizes = [...css.matchAll(/font(?:-size)?: ([^;]+);/g)].map(([, size = '']) => size);
    expect(
      sizes.filter((size) => !/^(inherit|0|var\(--size-\w+\)(\/[\d.]+ var\(--(font|mono)\))?)$/.test(size)),
    ).toEqual([]);
  });
});
