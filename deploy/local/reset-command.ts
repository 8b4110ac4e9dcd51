import { rmSync } from 'node:fs';
import type { StackPaths } from './paths.ts';
import { lockHolder } from './process/lock.ts';
import { say } from './progress.ts';
import { deleteState } from './state.ts';
import { stopCommand } from './stop-command.ts';

export async function resetCommand(paths: StackPaths): Promise<number> {
  await stopCommand(paths);
  deleteState(paths, say);
  if (lockHolder(paths.lockFile) === undefined) rmSync(paths.lockFile, { force: true });
  return 0;
}
