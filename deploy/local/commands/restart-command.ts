import { spawnSync } from 'node:child_process';
import { StackError } from '../errors.ts';
import type { StackPaths } from '../paths.ts';
import { repositoryRoot } from '../paths.ts';
import { isAlive, signalGroup } from '../process/identity.ts';
import { readProcessFile } from '../process/process-file.ts';
import { print, step } from '../progress.ts';
import { isHealthy } from '../stack/health.ts';
import { ONE_PROCESS } from '../stack/one-process.ts';
import { readStackFile } from '../stack/stack-file.ts';
import { becomesTrue } from '../waiting.ts';

const READY_MS = 60_000;

/** Builds services, and replaces their processes in the running stack one after another, so that no request is lost. */
export async function restartCommand(
  paths: StackPaths,
  services: readonly string[],
  build: (services: readonly string[]) => void = bundle,
): Promise<number> {
  const running = readStackFile(paths.stackFile)?.processes.filter(({ service }) => service !== undefined);
  if (running === undefined) throw new StackError('no stack is up: run npm start first');
  const known = [...new Set(running.map(({ service }) => service))].join(', ');
  const unknown = services.find((name) => !running.some(({ service }) => service === name));
  if (services.length === 0) throw new StackError(`name the services to restart: ${known}`);
  if (unknown !== undefined) throw new StackError(`the stack has no service "${unknown}"; it has ${known}`);
  build(services);
  for (const { name, service, healthUrl } of running)
    if (healthUrl !== undefined && services.includes(service ?? ''))
      await step(name, () => replace(paths, name, healthUrl));
  return 0;
}

function bundle(services: readonly string[]): void {
  print(`building ${services.join(', ')}`);
  const what = services.includes(ONE_PROCESS) ? ['build'] : ['bundle', '-p', services.join(',')];
  const args = ['exec', '--', 'nx', 'run-many', '-t', ...what, '--output-style=static'];
  const { status, stdout } = spawnSync('npm', args, { cwd: repositoryRoot, encoding: 'utf8' });
  if (status !== 0) throw new StackError(`the build failed:\n${stdout}`);
}

/** Ends a process, which the runner of the stack starts again, and waits until the next one is ready. */
async function replace(paths: StackPaths, name: string, healthUrl: string): Promise<void> {
  const entry = () => readProcessFile(paths.processFile).find((found) => found.name === name);
  const before = entry();
  if (before !== undefined) signalGroup(before, 'SIGTERM');
  const isBack = async (): Promise<boolean> => {
    const now = entry();
    return now !== undefined && now.pid !== before?.pid && isAlive(now) && (await isHealthy(healthUrl));
  };
  if (!(await becomesTrue(isBack, READY_MS)))
    throw new StackError(`${name} is not back after ${String(READY_MS / 1000)} s: npm run logs -- ${name}`);
}
