import { spawnSync } from 'node:child_process';

/** The answer of a shipped version. */
export interface Asked {
  /** What was asked, with its version. */
  readonly about: string;
  /** The number of questions. */
  readonly count: number;
  /** What the version answers in another way than the repository expects, a line each. */
  readonly faults: readonly string[];
}

/** The output of a command. Throws when it is not there or fails. */
export function outputOf(command: string, args: readonly string[], cwd: string, input = ''): string {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', input });
  if (error !== undefined) throw new Error(`no ${command} here`);
  if (status !== 0) throw new Error(`${command} ended with ${String(status)}: ${stderr.slice(-500)}`);
  return stdout;
}
