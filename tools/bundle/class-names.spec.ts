import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { classNames, withOwnNames } from './class-names.js';

const names = classNames('export class Closed extends Error {\n}\nclass Base64 {}\nconst Open = class Open {};');

/** What `expression` is in the program, once its classes have their names. */
function named(program: string, expression: string): unknown {
  return runInNewContext(`${withOwnNames(program, names)}\n${expression};`);
}

test.each([
  ['a declaration', 'class Closed2 extends Error {\n}', 'new Closed2().constructor.name', 'Closed'],
  ['an expression with a name', 'let Open = class Open12 {\n};', 'Open.name', 'Open'],
  [
    'an expression that takes the name of its variable',
    'var Closed3 = class extends Error {\n};',
    'Closed3.name',
    'Closed',
  ],
  ['a name that ends in digits by itself', 'class Base64 {\n}', 'Base64.name', 'Base64'],
  ['a name that no source has', 'class Other2 {\n}', 'Other2.name', 'Other2'],
])('%s', (_, program, expression, name) => {
  expect(named(program, expression)).toBe(name);
});

test('lines stay where they are', () => {
  const program = 'class Closed2 extends Error {\n  a = 1;\n}\n';
  expect(withOwnNames(program, names).split('\n').slice(1)).toEqual(program.split('\n').slice(1));
});
