import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@paygate/platform';
import { isHealthy } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';

const GATEWAY = 'gateway';
const READY_MS = 120_000;

/** Runs the gateway of another working tree, which is built, in place of the stack's own, with its environment, while `use` runs. */
export async function withGatewayOf(tree: string, stack: OwnStack, use: () => Promise<void>): Promise<void> {
  const env = environmentOf(stack.pidOf(GATEWAY));
  const own = stack.facts.services.find(({ name }) => name === GATEWAY);
  await stack.hold([GATEWAY]);
  const main = join(tree, 'dist', 'services', GATEWAY, 'main.js');
  const gateway = spawn(process.execPath, ['--enable-source-maps', main], { cwd: tree, env, stdio: 'ignore' });
  const gone = once(gateway, 'exit');
  try {
    await eventually(() => isHealthy(own?.healthUrl ?? ''), { timeoutMs: READY_MS });
    await use();
  } finally {
    gateway.kill('SIGTERM');
    await gone;
    await stack.release([GATEWAY]);
  }
}

function environmentOf(pid: number): NodeJS.ProcessEnv {
  const entries = readFileSync(`/proc/${String(pid)}/environ`, 'utf8').split('\0');
  const filled = entries.filter((entry) => entry !== '');
  return Object.fromEntries(filled.map((entry) => entry.split(/=(.*)/s).slice(0, 2) as [string, string]));
}
