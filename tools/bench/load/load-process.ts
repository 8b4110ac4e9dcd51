import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** The answer of a load program to one job. */
interface Done<Result> {
  readonly result?: Result;
  readonly error?: string;
}

/** A program that makes load in a process of its own, one job at a time, so that it disturbs little of what it measures. */
export class LoadProcess<Job extends object, Result> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor(program: string) {
    // in a session of its own, as each service is: Linux may divide the processor between sessions
    this.#child = fork(program, [], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the load process ended (${String(code)})`);
    });
    // rejects the run that waits for a result, if there is one
    this.#ended.catch(() => undefined);
  }

  async run(job: Job): Promise<Result> {
    const answered = once(this.#child, 'message') as Promise<[Done<Result>]>;
    this.#child.send(job);
    const [{ result, error }] = await Promise.race([answered, this.#ended]);
    if (result === undefined) throw new Error(error ?? 'the load process gave no result');
    return result;
  }

  stop(): void {
    if (this.#child.connected) this.#child.disconnect();
  }
}

/** The other end: serves jobs until the process that sends them disconnects. */
export function serveJobs(work: (job: never) => Promise<object>): void {
  process.on('message', (job) => {
    work(job as never).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
    );
  });
  process.once('disconnect', () => {
    process.exit();
  });
}
