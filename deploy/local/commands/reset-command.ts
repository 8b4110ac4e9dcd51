import { rmSync } from 'node:fs';
import type { StackPaths } from '../paths.ts';
import { lockHolder } from '../process/lock.ts';
import { print } from '../progress.ts';
import { asShown } from '../stack/stack-file.ts';
import { deleteState, stacksBelow } from '../stack/state.ts';
import { stopCommand } from './stop-command.ts';

export async function resetCommand(paths: StackPaths): Promise<number> {
  await stopCommand(paths);
  deleteState(paths, print);
  if (lockHolder(paths.lockFile) === undefined) rmSync(paths.lockFile, { force: true });
  printOtherStacks(stacksBelow(paths).map(asShown));
  return 0;
}

function printOtherStacks(others: readonly string[]): void {
  const [first] = others;
  if (first === undefined) return;
  const how = `PAYGATE_STACK_ROOT=${first} npm run reset`;
  print(`data and keys of other stacks are left in ${others.join(', ')}; to delete one: ${how}`);
}
