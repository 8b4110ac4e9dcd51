/**
 * Removes one guard of the whole system, in a copy of the tree with its own stack, and expects the end-to-end or integration test of
 * that guard to fail: `npm run mutants:stack`, or with parts of rules' names, `npm run mutants:stack -- unique`. A mutant with
 * `survives` removes what is not the guard: its test must pass. The specs must pass without the change. Each takes some two minutes.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './scratch-copy.ts';
import { ScratchCopy } from './scratch-copy.ts';

interface StackMutant {
  readonly rule: string;
  readonly edits: readonly Edit[];
  readonly spec: string;
  /** A part of the name of the test that must fail. */
  readonly test: string;
  readonly survives?: boolean;
}

interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

const RUN_MS = 15 * 60_000;

const wanted = process.argv.slice(2);
const file = new URL('stack-mutants.json', import.meta.url);
const mutants = (JSON.parse(readFileSync(file, 'utf8')) as readonly StackMutant[]).filter(
  ({ rule }) => wanted.length === 0 || wanted.some((part) => rule.includes(part)),
);

const copy = new ScratchCopy();
try {
  const unchanged = new Map<string, Outcome>();
  for (const { spec } of mutants) if (!unchanged.has(spec)) unchanged.set(spec, run(spec));
  const wrong = mutants.filter((mutant) => !isAsExpected(mutant, unchanged.get(mutant.spec)));
  console.log(`${mutants.length - wrong.length} passed, ${wrong.length} failed`);
  process.exitCode = wrong.length === 0 && mutants.length > 0 ? 0 : 1;
} finally {
  copy.remove();
}

function isAsExpected(mutant: StackMutant, unchanged: Outcome | undefined): boolean {
  const { edits, spec, test, survives = false } = mutant;
  if (!edits.every((edit) => copy.isUnique(edit))) return report(mutant, false, 'a line does not occur exactly once');
  if (unchanged === undefined || unchanged.passed === 0 || unchanged.failures.length > 0)
    return report(mutant, false, `the spec does not pass without the change: ${unchanged?.failures.join('; ') ?? ''}`);
  const { passed, failures } = copy.broken(edits, () => run(spec));
  const failed = failures.find((failure) => failure.includes(spec) && failure.includes(test));
  if (survives) return report(mutant, passed > 0 && failed === undefined, failed ?? 'its test passes');
  return report(mutant, failed !== undefined, failed ?? `its test did not fail: ${failures.join('; ')}`);
}

/** Builds the copy, starts its stack, or its engines for an integration test, and runs one spec on it. */
function run(spec: string): Outcome {
  const root = join(copy.root, '.stack');
  rmSync(root, { recursive: true, force: true });
  rmSync(join(copy.root, 'dist'), { recursive: true, force: true });
  const project = spec.startsWith('apps/e2e/') ? 'e2e' : 'integration';
  const { stdout } = spawnSync(process.execPath, ['deploy/local/main.ts', 'test', project, spec], {
    cwd: copy.root,
    env: { ...process.env, PAYGATE_STACK_ROOT: root },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: RUN_MS,
  });
  return {
    passed: Number(/^(\d+) passed, \d+ failed$/m.exec(stdout)?.[1] ?? 0),
    failures: stdout.split('\n').filter((line) => line.startsWith('✗ ')),
  };
}

function report({ rule }: StackMutant, passed: boolean, why: string): boolean {
  console.log(`${passed ? '✓' : '✗'} ${rule}: ${why}`);
  return passed;
}
