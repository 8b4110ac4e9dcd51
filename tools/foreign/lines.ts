import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

/** The name, directory, environment and arguments of a shell's lines. */
export interface Place {
  /** Stands before what is printed about a failure. */
  readonly name: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** `"$@"` of the lines. */
  readonly args?: readonly string[];
  /** True for a program whose output is shown while it runs. */
  readonly isShown?: boolean;
}

const ERROR_CHARACTERS = 2_000;

/** The first of the programs that this machine does not have. */
export function missingProgram(programs: readonly string[]): string | undefined {
  return programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
}

/**
 * Runs lines of a shell, up to the first command that fails, and returns what they have printed; undefined after a failure, of which it
 * prints the end of the output. It does not block this process, which keeps a stack. Python finds what is in the folder `packages`.
 */
export async function runLines(
  lines: string,
  { name, cwd, env, args = [], isShown }: Place,
): Promise<string | undefined> {
  const child = spawn('sh', ['-ec', lines, name, ...args], {
    ...{ cwd, env: { ...process.env, PYTHONPATH: 'packages', ...env } },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text));
    if (isShown === true) stream.pipe(process.stdout);
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return printed;
  console.error(`${name} ended with ${String(code)}: ${lines}\n${printed.slice(-ERROR_CHARACTERS)}`);
  return undefined;
}
