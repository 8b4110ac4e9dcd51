import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { outsidePlace } from './engines/postgres-binaries.ts';
import { stackPaths } from './paths.ts';
import type { StackPaths } from './paths.ts';

/**
 * Deletes all that a stack keeps but its lock and its reports, and names each. Never the root itself: other stacks of
 * this clone lie below it. Downloads stay, they belong to no stack.
 */
export function deleteState(paths: StackPaths, say: (text: string) => void): void {
  for (const path of stateOf(paths)) {
    say(`deleting ${path}`);
    rmSync(path, { recursive: true, force: true });
  }
}

/** The roots directly below this one in which other stacks keep something. */
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
  return [data, outsidePlace(paths), logs, tls, compileCache, hold, ...files].filter((path) => existsSync(path));
}
