import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Edit {
  readonly file: string;
  readonly line: string;
}
const read = (name: string): unknown => JSON.parse(readFileSync(`tools/mutants/${name}.json`, 'utf8'));
const ofUnits = read('mutants') as readonly (Edit & { readonly rule: string })[];
const ofStack = read('stack-mutants') as readonly { readonly rule: string; readonly edits: readonly Edit[] }[];
const mutants = [
  ...ofUnits.map((mutant) => [mutant.rule, [mutant]] as const),
  ...ofStack.map(({ rule, edits }) => [rule, edits] as const),
];

/** They run rarely as a whole, so this notices early that one of them no longer applies. */
test.each(mutants)('%s: its lines are there', (_, edits) => {
  const times = edits.map(({ file, line }) => [file, readFileSync(file, 'utf8').split(line).length - 1]);
  expect(times).toEqual(edits.map(({ file }) => [file, 1]));
});
