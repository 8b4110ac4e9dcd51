import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@paygate/testing';

const EXAMPLES = resolve('examples');

/** A started program, and the address at which it serves. */
export interface Running {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** EXAMPLES=all installs Next.js as well (370 MB), builds the example and runs it; else its route handlers run without. */
export const isNextRun = process.env['EXAMPLES'] === 'all';

/** Installs the examples with the built packages of the clients, as `npx nx run examples:install` does. */
export async function installExamples(): Promise<void> {
  await run('nx', ['run', 'examples:install'], process.cwd());
  if (isNextRun) await run('npm', ['ci', '--prefer-offline'], EXAMPLES);
}

/** Runs a script of an example's package.json to its end. */
export async function runScript(name: string, script: string, env: Record<string, string> = {}): Promise<void> {
  const [command = '', ...args] = scriptOf(name, script);
  await run(command, args, join(EXAMPLES, name), env);
}

/** Starts the server of an example. */
export function startExample(name: string, port: number, env: Record<string, string>): Promise<Running> {
  return startScript(name, 'start', port, { args: [], env });
}

/** Starts a script of an example's package.json, with further arguments. */
export function startScript(
  name: string,
  script: string,
  port: number,
  { args, env }: { readonly args: readonly string[]; readonly env: Record<string, string> },
): Promise<Running> {
  const [command = '', ...given] = scriptOf(name, script);
  return startProgram(command, [...given, ...args], port, { cwd: join(EXAMPLES, name), env });
}

/** Starts a program and waits until it answers on its port. */
export async function startProgram(
  command: string,
  args: readonly string[],
  port: number,
  { cwd, env }: { readonly cwd: string; readonly env: Record<string, string> },
): Promise<Running> {
  const child = spawn(command, args, {
    ...{ cwd, env: { ...environment(), ...env, PORT: String(port) } },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = (): Promise<void> => ended(child);
  try {
    await eventually(async () => {
      if (child.exitCode !== null) throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}`);
      return fetch(url).then(
        () => true,
        () => false,
      );
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

function scriptOf(name: string, script: string): readonly string[] {
  const text = readFileSync(join(EXAMPLES, name, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: Readonly<Record<string, string>> };
  return (scripts[script] ?? '').split(' ');
}

async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<void> {
  await promisify(execFile)(command, args, { cwd, env: { ...environment(), ...env } });
}

/** With the commands of the examples and of this repository. */
function environment(): Record<string, string> {
  const path = [join(EXAMPLES, 'node_modules/.bin'), resolve('node_modules/.bin'), process.env['PATH']];
  return { ...(process.env as Record<string, string>), PATH: path.join(delimiter) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((settle) => child.once('exit', settle));
  child.kill();
  await exit;
}
