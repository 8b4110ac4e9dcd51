import { spawn, spawnSync } from 'node:child_process';

/** A program and its arguments. */
export type Command = readonly [program: string, ...args: string[]];

const ERROR_CHARACTERS = 2_000;

/** The commands that install Python packages into the folder `packages` of the working directory. */
export const pipInstall = (...packages: readonly string[]): Command => [
  ...([
    'python3',
    '-m',
    'pip',
    'install',
    '--quiet',
    '--disable-pip-version-check',
    '--root-user-action=ignore',
  ] as const),
  ...['--target', 'packages', ...packages],
];

/** The first of the programs that this machine does not have. */
export function missingProgram(programs: readonly string[]): string | undefined {
  return programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error !== undefined);
}

/** The name, directory and environment of commands. */
export interface Place {
  /** Stands before what is printed about a failure. */
  readonly name: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs commands one after the other, up to the first that fails. Returns what they have printed; undefined after a failure, of which it
 * prints the end of the output.
 */
export async function runAll(commands: readonly Command[], { name, cwd, env }: Place): Promise<string | undefined> {
  let printed = '';
  for (const [program, ...args] of commands) {
    const { code, output } = await run([program, ...args], cwd, { ...process.env, ...env });
    if (code !== 0) {
      console.error(
        `${name}: ${program} ${args[0] ?? ''} ended with ${String(code)}\n${output.slice(-ERROR_CHARACTERS)}`,
      );
      return undefined;
    }
    printed += output;
  }
  return printed;
}

/** Waits without blocking this process, which keeps a stack. */
function run(
  [program, ...args]: Command,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.once('error', reject).once('close', (code) => {
      resolve({ code, output });
    });
  });
}
