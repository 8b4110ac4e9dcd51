import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a program that makes load sends back: one answer to one job. */
interface Done<Result> {
  readonly result?: Result;
  readonly error?: string;
}

/** A program in a process of its own that takes jobs, one at a time: it disturbs what it measures as little as it can. */
export class LoadProcess<Job extends object, Result> {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor(program: string) {
    // in a session of its own: Linux may share the processor between sessions
    this.#child = fork(program, [], { detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#ended = once(this.#child, 'exit').then(([code]) => {
      throw new Error(`the load process ended (${String(code)})`);
    });
    // told to whoever waits for a result
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

/** The other end: serves jobs until the process that sent them lets go. */
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
