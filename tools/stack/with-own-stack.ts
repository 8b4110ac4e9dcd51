import { join } from 'node:path';
import type { OwnStackOptions } from './own-stack.js';
import { OwnStack, repositoryRoot } from './own-stack.js';

const USERS = 2;

/** Starts a stack for programs of others, runs them and stops it, also after a signal. */
export async function withOwnStack<Result>(
  name: string,
  use: (stack: OwnStack) => Promise<Result>,
  options: Pick<OwnStackOptions, 'tree' | 'goesOn'> = {},
): Promise<Result> {
  const root = join(repositoryRoot, '.local', name);
  const stack = await OwnStack.start({ root, args: ['--users', String(USERS), '--limits', 'high'], ...options });
  const stopOnSignal = (): void => void stack.stop().then(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, stopOnSignal);
  try {
    return await use(stack);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, stopOnSignal);
    await stack.stop();
  }
}
