import { statSync } from 'node:fs';
import { isHealthy } from '../stack/health.ts';
import type { StackPaths } from '../paths.ts';
import { isAlive } from '../process/identity.ts';
import { lockHolder } from '../process/lock.ts';
import { readProcessFile } from '../process/process-file.ts';
import type { ProcessEntry } from '../process/process-file.ts';
import { asShown, readStackFile } from '../stack/stack-file.ts';

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
  const state = stack === undefined ? 'starting' : `up for ${upFor(paths.stackFile)}`;
  process.stdout.write(`${holder.command} (pid ${String(holder.pid)}): ${state}\n`);
  if (stack !== undefined) {
    for (const [name, url] of stack.addresses) process.stdout.write(`  ${name.padEnd(16)} ${url}\n`);
    process.stdout.write(`  ${'keys, sign-in'.padEnd(16)} in ${asShown(paths.stackFile)}\n`);
  }
  return stack !== undefined && rows.every((row) => row.state === 'up') ? RUNNING : IN_PART;
}

/** Since the file was written, which is when the stack was ready. */
function upFor(stackFile: string): string {
  const minutes = Math.floor((Date.now() - statSync(stackFile).mtimeMs) / 60_000);
  if (minutes < 1) return 'less than a minute';
  return minutes < 120 ? `${String(minutes)} min` : `${String(Math.floor(minutes / 60))} h`;
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
