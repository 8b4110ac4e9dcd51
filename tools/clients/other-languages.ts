/**
 * Judges the sources of the clients that are not written in TypeScript, with what is on this machine and nothing from a registry: their
 * tests, with the vectors of libs/conformance. A client whose runtime is not found is named as not run, and the command that needs it fails
 * without it. It is part of `npm run check`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { python } from './wheel.ts';

interface Client {
  readonly name: string;
  /** The command that succeeds where the tests can run. */
  readonly probe: readonly [string, ...string[]];
  readonly needs: string;
  readonly tests: readonly [string, ...string[]];
  readonly variables?: Readonly<Record<string, string>>;
}
const clients: readonly Client[] = [
  {
    name: 'python',
    probe: [python, '-c', 'import anyio, httpx, sys; assert sys.version_info >= (3, 11)'],
    needs: 'Python 3.11 with httpx',
    tests: [python, '-m', 'unittest', 'tests.test_client', 'tests.test_conformance', 'tests.test_samples'],
    variables: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' },
  },
  {
    name: 'php',
    probe: ['php', '-r', 'exit((int) !(PHP_VERSION_ID >= 80100 && function_exists("curl_init")));'],
    needs: 'PHP 8.1 with curl',
    tests: ['php', 'tests/run.php'],
  },
];

for (const { name, probe, needs, tests, variables } of clients) {
  const [program, ...args] = probe;
  if (spawnSync(program, args).status === 0) {
    const [runner, ...rest] = tests;
    const env = { ...process.env, ...variables };
    execFileSync(runner, rest, { cwd: `libs/sdk-${name}`, env, stdio: ['ignore', 'inherit', 'inherit'] });
    console.log(`${name}: the tests of the sources have passed`);
  } else console.log(`${name}: not run, because there is no ${needs} here; npm run ${name} runs all of its tests`);
}
