/**
 * Breaks one rule of the product at a time, in a copy of the tree, and expects the test that names the rule to fail: a rule that
 * can be broken without a failing test is not tested. `npm run mutants`, or `npm run mutants -- <part of a path>`; with `--changed`
 * those whose file or specs differ from main, as the checks do. The specs of a mutant must pass without the change.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './scratch-copy.ts';
import { changedFiles } from './changed-files.ts';
import { ScratchCopy } from './scratch-copy.ts';

/** One rule, the line that decides it, a broken version of the line, and the specs that must fail. */
interface Mutant extends Edit {
  readonly rule: string;
  readonly specs: string;
  /** A part of the failing test's name: the test names the rule. */
  readonly test: RegExp;
}

const [chosen = ''] = process.argv.slice(2);
const changed = chosen === '--changed' ? changedFiles() : undefined;
const all = JSON.parse(readFileSync(new URL('mutants.json', import.meta.url), 'utf8'), (key, value: unknown) =>
  key === 'test' ? new RegExp(String(value), 'i') : value,
) as readonly Mutant[];
const mutants = all.filter(({ file, specs }) =>
  changed === undefined
    ? chosen === '--changed' || file.includes(chosen)
    : changed.includes(file) || changed.some((path) => path.endsWith('.spec.ts') && path.includes(specs)),
);

interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** The faults of specs that do not pass without a change, by their paths; undefined for those that pass. */
const unchanged = new Map<string, string | undefined>();
const copy = new ScratchCopy();
try {
  const survivors = mutants.filter((mutant) => !isKilled(mutant));
  console.log(`${mutants.length - survivors.length} passed, ${survivors.length} failed`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  copy.remove();
}

function isKilled(mutant: Mutant): boolean {
  if (!copy.isUnique(mutant)) return report(mutant, false, 'the line does not occur exactly once');
  const fault = faultOf(mutant.specs);
  if (fault !== undefined) return report(mutant, false, `the specs do not pass without the change: ${fault}`);
  const naming = copy.broken([mutant], () => failures(jest(mutant.specs))).find((name) => mutant.test.test(name));
  return report(mutant, naming !== undefined, naming ?? 'no test that names the rule failed');
}

/** The reason for which specs do not pass without a change, if they do not. Several mutants share their specs. */
function faultOf(specs: string): string | undefined {
  if (unchanged.has(specs)) return unchanged.get(specs);
  const whole = jest(specs);
  const fault = whole.numPassedTests > 0 ? failures(whole)[0] : 'no test passed';
  unchanged.set(specs, fault);
  return fault;
}

function jest(specs: string): JestReport {
  const output = join(copy.root, 'report.json');
  rmSync(output, { force: true });
  spawnSync(
    process.execPath,
    [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      'unit',
      '--testPathPatterns',
      specs,
      '--json',
      '--outputFile',
      output,
    ],
    { cwd: copy.root, stdio: 'ignore' },
  );
  return JSON.parse(readFileSync(output, 'utf8')) as JestReport;
}

function failures({ testResults }: JestReport): readonly string[] {
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
}

function report(mutant: Mutant, passed: boolean, why: string): boolean {
  console.log(`${passed ? '✓' : '✗'} ${mutant.rule}: ${why}`);
  return passed;
}
