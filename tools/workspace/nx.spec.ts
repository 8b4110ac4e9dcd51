import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ScratchCopy } from '../mutants/scratch-copy.js';

interface Graph {
  readonly graph: {
    readonly nodes: Record<
      string,
      { readonly name: string; readonly data: { readonly targets: Record<string, Record<string, unknown>> } }
    >;
  };
}

let copy: ScratchCopy;
beforeAll(() => {
  copy = new ScratchCopy();
});
afterAll(() => {
  copy.remove();
});

function nx(...args: readonly string[]): string {
  // Nx sets variables for its tasks that a nested run must not inherit
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NX_')));
  return execFileSync('node_modules/.bin/nx', args, { cwd: copy.root, env, encoding: 'utf8' });
}

function affectedBy(file: string): readonly string[] {
  return (JSON.parse(nx('show', 'projects', '--affected', `--files=${file}`, '--json')) as string[]).sort();
}

test.each([
  ['apps/otp/src/main.ts', ['otp', 'paygate']],
  ['apps/otp/src/config.ts', ['otp', 'deploy', 'paygate']],
  [
    'libs/webhook-signature/src/index.ts',
    ['webhook-signature', 'cli', 'sdk-node', 'webhooks', 'tools', 'e2e', 'paygate'],
  ],
  ['apps/e2e/project.json', ['e2e', 'paygate']],
])('a change of %s affects its project and those that depend on it, and no other', (file, projects) => {
  expect(affectedBy(file)).toEqual(projects.sort());
});

test('a build that was done before is restored from the cache', () => {
  const built = join(copy.root, 'dist', 'libs', 'webhook-signature', 'src', 'index.js');
  expect(nx('build', 'webhook-signature')).not.toContain('from the cache');
  rmSync(join(copy.root, 'dist'), { recursive: true });
  expect(nx('build', 'webhook-signature')).toContain('from the cache');
  expect(existsSync(built)).toBe(true);
});

test('suites that need engines are never cached, and run one at a time', () => {
  nx('graph', '--file=graph.json');
  const { graph } = JSON.parse(readFileSync(join(copy.root, 'graph.json'), 'utf8')) as Graph;
  const suites = Object.values(graph.nodes).flatMap(({ name, data }) =>
    Object.entries(data.targets)
      .filter(([target]) => ['integration', 'runner', 'e2e'].includes(target))
      .map(([target, { cache, parallelism }]) => ({ name: `${name}:${target}`, cache, parallelism })),
  );
  expect(suites.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['otp:integration', 'deploy:runner', 'e2e:e2e']),
  );
  for (const suite of suites) expect(suite).toMatchObject({ cache: false, parallelism: false });
});
