import { expect, test } from '@jest/globals';
import { linesOf } from './poster.js';

const within = (length: number) => (line: string) => line.length <= length;

test('a text is broken between words, into three lines at most, and loses none', () => {
  expect(linesOf('Café', within(10))).toEqual(['Café']);
  expect(linesOf('Boulangerie du Port de Douala', within(14))).toEqual(['Boulangerie du', 'Port de Douala']);
  expect(linesOf('a'.repeat(40), within(10))).toEqual(['a'.repeat(40)]);
  const long = linesOf('one two three four five six seven eight nine ten', within(9));
  expect(long).toHaveLength(3);
  expect(long.join(' ')).toBe('one two three four five six seven eight nine ten');
});
