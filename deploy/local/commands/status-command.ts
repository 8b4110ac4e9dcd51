import { isHealthy } from '../stack/health.ts';
import type { StackPaths } from '../paths.ts';
import { isAlive } from '../process/identity.ts';
import { lockHolder } from '../process/lock.ts';
import { readProcessFile } from '../process/process-file.ts';
import type { ProcessEntry } from '../process/process-file.ts';
import { docsAt, readStackFile } from '../stack/stack-file.ts';

/** Exit codes of the Linux Standard Base's init scripts: 0 it runs, 3 it does not. 1 means that it runs in part. */
const RUNNING = 0;
const IN_PART = 1;
const NOT_RUNNING = 3;

export async function statusCommand(paths: StackPaths): Promise<number> {
  const holder = lockHolder(paths.lockFile);
  if (holder === undefined) {
    process.stdout.write('not running\n');
    return NOT_RUNNING;
  }
  const stack = readStackFile(paths.stackFile);
  const entries = readProcessFile(paths.processFile);
  const expected = stack?.processes ?? [];
  const found = entries.map((entry) => describe(entry, expected.find(({ name }) => name === entry.name)?.healthUrl));
  const missing = expected.filter(({ name }) => !entries.some((entry) => entry.name === name));
  const rows = [...(await Promise.all(found)), ...missing.map((gone) => ({ ...gone, pid: '-', state: 'down' }))];
  process.stdout.write(table(rows));
  const state = stack === undefined ? 'starting' : `up, ${addresses(stack.gatewayUrl)}`;
  process.stdout.write(`${holder.command} (pid ${String(holder.pid)}): ${state}\n`);
  return stack !== undefined && rows.every((row) => row.state === 'up') ? RUNNING : IN_PART;
}

function addresses(gatewayUrl: string | undefined): string {
  return gatewayUrl === undefined ? 'no gateway' : `${gatewayUrl}, docs at ${docsAt(gatewayUrl)}`;
}

interface Row {
  readonly name: string;
  readonly role: string;
  readonly pid: string;
  readonly state: string;
}

async function describe(entry: ProcessEntry, healthUrl: string | undefined): Promise<Row> {
  const { name, role, pid } = entry;
  const state = isAlive(entry) ? await health(healthUrl) : 'down';
  return { name, role, pid: String(pid), state };
}

async function health(url: string | undefined): Promise<string> {
  if (url === undefined) return 'up';
  return (await isHealthy(url).catch(() => false)) ? 'up' : 'not ready';
}

function table(rows: readonly Row[]): string {
  const all = [{ name: 'NAME', role: 'ROLE', pid: 'PID', state: 'STATE' }, ...rows];
  return all
    .map(({ name, role, pid, state }) => `${name.padEnd(20)}${role.padEnd(10)}${pid.padEnd(9)}${state}\n`)
    .join('');
}
