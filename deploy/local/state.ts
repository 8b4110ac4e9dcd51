import { existsSync, rmSync } from 'node:fs';
import { outsidePlace } from './engines/postgres-binaries.ts';
import type { StackPaths } from './paths.ts';

/**
 * Deletes all that a stack keeps but its lock and its reports, and names each. Never the root itself: other stacks of
 * this clone lie below it. Downloads stay, they belong to no stack.
 */
export function deleteState(paths: StackPaths, say: (text: string) => void): void {
  const { data, logs, tls, compileCache, hold, stackFile, processFile, portsFile, secretsFile, demoFile, paidFile } =
    paths;
  const files = [stackFile, processFile, portsFile, secretsFile, demoFile, paidFile];
  const state = [data, outsidePlace(paths), logs, tls, compileCache, hold, ...files];
  for (const path of state) {
    if (!existsSync(path)) continue;
    say(`deleting ${path}`);
    rmSync(path, { recursive: true, force: true });
  }
}
