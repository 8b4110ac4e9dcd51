import { join } from 'node:path';
import { OwnStack, repositoryRoot } from '../stack/own-stack.js';

const ROOT = join(repositoryRoot, '.local', 'bench');
/** One per process of Node, named by its pid; Chrome's developer tools show them. */
export const PROFILES = join(ROOT, 'profiles');

export interface BenchStackOptions {
  readonly users: number;
  /** whether every process of Node writes a CPU profile when it ends */
  readonly profile: boolean;
}

/** The stack of the benches, with all limits out of the way. */
export function startBenchStack({ users, profile }: BenchStackOptions): Promise<OwnStack> {
  return OwnStack.start({
    root: ROOT,
    args: ['--users', String(users), '--limits', 'high'],
    env: profile ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${PROFILES}` } : {},
  });
}
