import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export function findOnPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, program))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The version that a program prints, or undefined when it cannot be run (as that user). */
export function versionOf(
  path: string,
  args: readonly string[],
  user?: { uid: number; gid: number },
): string | undefined {
  const { status, stdout, stderr } = spawnSync(path, args, { encoding: 'utf8', cwd: '/', timeout: 20_000, ...user });
  if (status !== 0) return undefined;
  return `${stdout}\n${stderr}`.trim();
}
