/**
 * Breaks one rule of the product at a time, in a copy of the tree, and expects the test that names the rule to fail: a rule
 * that can be broken without a failing test is not tested. `npm run mutants`; each mutant's specs must pass unbroken first.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** One rule, the line that decides it, the line as a careless hand might leave it, and the specs that guard it. */
interface Mutant {
  readonly rule: string;
  readonly file: string;
  readonly line: string;
  readonly broken: string;
  readonly specs: string;
  /** A part of the failing test's name: the test names the rule. */
  readonly test: RegExp;
}

const mutants: readonly Mutant[] = JSON.parse(
  readFileSync(new URL('mutants.json', import.meta.url), 'utf8'),
  (key, value: unknown) => (key === 'test' ? new RegExp(String(value), 'i') : value),
) as Mutant[];

const COPIED = [
  'apps',
  'libs',
  'tools',
  'deploy',
  'package.json',
  'jest.config.mjs',
  '.swcrc',
  'tsconfig.json',
  'tsconfig.base.json',
];

interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const root = resolve(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'paygate-mutants-'));
try {
  for (const entry of COPIED) cpSync(join(root, entry), join(copy, entry), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '-q'], { cwd: copy });
  const survivors = mutants.filter((mutant) => !killed(mutant));
  console.log(`${mutants.length - survivors.length} passed, ${survivors.length} failed`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function killed(mutant: Mutant): boolean {
  const file = join(copy, mutant.file);
  const source = readFileSync(file, 'utf8');
  if (source.split(mutant.line).length !== 2) return report(mutant, false, 'the deciding line is not in one place');
  const whole = jest(mutant.specs);
  if (failures(whole).length > 0 || whole.numPassedTests === 0)
    return report(mutant, false, 'the specs do not pass unbroken');
  try {
    writeFileSync(
      file,
      source.replace(mutant.line, () => mutant.broken),
    );
    const naming = failures(jest(mutant.specs)).find((name) => mutant.test.test(name));
    return report(mutant, naming !== undefined, naming ?? 'no test that names the rule failed');
  } finally {
    writeFileSync(file, source);
  }
}

function jest(specs: string): JestReport {
  const output = join(copy, 'report.json');
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
    { cwd: copy, stdio: 'ignore' },
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
