import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface StackMutant {
  readonly rule: string;
  readonly edits: readonly { readonly file: string; readonly line: string }[];
  readonly spec: string;
  readonly test: string;
}

const mutants = JSON.parse(readFileSync('tools/mutants/stack-mutants.json', 'utf8')) as readonly StackMutant[];

/** They run rarely, so this notices early that one of them no longer applies. */
test.each(mutants.map((mutant) => [mutant.rule, mutant] as const))('%s: its lines are there', (_, { edits }) => {
  const times = edits.map(({ file, line }) => [file, readFileSync(file, 'utf8').split(line).length - 1]);
  expect(times).toEqual(edits.map(({ file }) => [file, 1]));
});
