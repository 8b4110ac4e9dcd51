import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** A question may start a program, which takes a part of the CPU that the trial measures. */
const POLL_MS = 1_000;

/** Runs a program with its output on this terminal. Throws when it fails. */
export async function run(program: string, args: readonly string[], input?: string): Promise<void> {
  const child = spawn(program, args, { stdio: [input === undefined ? 'ignore' : 'pipe', 'inherit', 'inherit'] });
  child.stdin?.end(input);
  const code = await endOf(child);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}`);
}

/** Runs a program and returns its output. Throws when it fails. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [...args], { maxBuffer: MAX_OUTPUT_BYTES });
  return stdout;
}

/** Runs a program with an input, and returns what it printed, errors first, and its exit code. */
export async function tryCommand(
  program: string,
  args: readonly string[],
  input: string,
): Promise<{ readonly output: string; readonly code: number }> {
  const child = spawn(program, args, { stdio: 'pipe' });
  child.stdin.end(input);
  const [errors, output, code] = await Promise.all([text(child.stderr), text(child.stdout), endOf(child)]);
  return { output: errors + output, code: code ?? 1 };
}

/** Polls until the result is not undefined. Throws when the time is up, with the last error. A command that fails is tried again. */
export async function until<Result>(
  what: string,
  withinSeconds: number,
  find: () => Promise<Result | undefined>,
): Promise<Result> {
  const deadline = performance.now() + withinSeconds * 1_000;
  for (;;) {
    let cause: unknown;
    const found = await find().catch((error: unknown) => void (cause = error));
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`not within ${withinSeconds} s: ${what}`, { cause });
    await delay(POLL_MS);
  }
}

/** The result of `work`. Throws with `what` when it takes longer; the work itself goes on. */
export async function within<Result>(seconds: number, what: string, work: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`not ended within ${seconds} s: ${what}`));
  }, seconds * 1_000);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function endOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
