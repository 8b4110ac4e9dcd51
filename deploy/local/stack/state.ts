import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sharedDataFolder } from '../engines/postgres-binaries.ts';
import { stackPaths } from '../paths.ts';
import type { StackPaths } from '../paths.ts';

/**
 * Deletes what a stack keeps, except its lock and its reports, and reports each path. The root stays, because other stacks of
 * this clone may be below it. Downloads stay, because all stacks share them.
 */
export function deleteState(paths: StackPaths, print: (text: string) => void): void {
  for (const path of stateOf(paths)) {
    print(`deleting ${path}`);
    rmSync(path, { recursive: true, force: true });
  }
}

/** Other stacks that keep something directly below this root. */
export function stacksBelow({ root }: StackPaths): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .map((name) => join(root, name))
    .filter((below) => stateOf(stackPaths(below)).length > 0)
    .sort();
}

function stateOf(paths: StackPaths): string[] {
  const { data, logs, tls, compileCache, hold, stackFile, processFile, portsFile, secretsFile, demoFile, paidFile } =
    paths;
  const files = [stackFile, processFile, portsFile, secretsFile, demoFile, paidFile];
  return [data, sharedDataFolder(paths), logs, tls, compileCache, hold, ...files].filter((path) => existsSync(path));
}
