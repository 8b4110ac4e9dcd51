import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import type { Derivation, Derive, Logger } from '@paygate/platform';
import { PaygateError } from '@paygate/platform';

/** What the process is asked for. */
export interface HashOrder {
  readonly id: number;
  readonly derivation: Derivation;
}

/** What it answers: a tag, or why there is none. */
export type HashResult = { readonly id: number } & ({ readonly tag: Uint8Array } | { readonly fault: string });

export interface HashProcessOptions {
  readonly logger: Logger;
  /** Hashes that it computes at once, whoever asks. */
  readonly concurrency: number;
  /** A process that takes longer over a hash is replaced. */
  readonly timeoutMs: number;
}

interface UnderWay {
  readonly child: ChildProcess;
  readonly result: PromiseWithResolvers<Uint8Array>;
  readonly timer: NodeJS.Timeout;
}

const PROGRAM = join(import.meta.dirname, `hash-program${extname(import.meta.filename)}`);
const SMALL_HEAP = ['--max-old-space-size=32', '--max-semi-space-size=1'];

/**
 * Computes password hashes in a process of its own, below the priority of everything else: the kernel gives the processor to
 * payments first, also to those that this service has a part in. It has a session of its own, as Linux may share the
 * processor between sessions first, and none of the service's settings. It is started again when it is needed and gone. Who
 * asks for more at once waits in turn, so that of two who ask again and again each has every other hash; that they are few is
 * seen to by the pools before it.
 */
export class HashProcess {
  #child: ChildProcess | undefined;
  #isStopped = false;
  #orders = 0;
  #computing = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #underWay = new Map<number, UnderWay>();

  constructor(private readonly options: HashProcessOptions) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Has the process there before the first hash. */
  start(): void {
    this.#running();
  }

  /** For good: what is not computed by now is refused. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const child = this.#child;
    this.#child = undefined;
    if (child?.kill('SIGKILL') === true) await once(child, 'exit');
  }

  /** Throws `service_unavailable` when the process ends over it, takes too long, or was stopped. */
  readonly derive: Derive = async (derivation) => {
    await this.#turn();
    try {
      return await this.#compute(derivation);
    } finally {
      this.#next();
    }
  };

  async #turn(): Promise<void> {
    if (this.#computing < this.options.concurrency) {
      this.#computing += 1;
      return;
    }
    await new Promise<void>((begin) => this.#waiting.push(begin));
  }

  /** Hands the turn on; how many are computed stays as it is when someone takes it. */
  #next(): void {
    const begin = this.#waiting.shift();
    if (begin === undefined) this.#computing -= 1;
    else begin();
  }

  #compute(derivation: Derivation): Promise<Uint8Array> {
    const child = this.#running();
    const id = (this.#orders += 1);
    const result = Promise.withResolvers<Uint8Array>();
    const timer = setTimeout(() => child.kill('SIGKILL'), this.options.timeoutMs);
    this.#underWay.set(id, { child, result, timer });
    child.send({ id, derivation } satisfies HashOrder, (error) => {
      if (error !== null) this.#giveUp(child, error);
    });
    return result.promise;
  }

  /** It is ending, though nobody has heard so yet: the next hash is for another one. */
  #giveUp(child: ChildProcess, { message }: Error): void {
    child.kill('SIGKILL');
    this.#ended(child, message);
  }

  #running(): ChildProcess {
    if (this.#isStopped) throw new PaygateError('service_unavailable');
    return (this.#child ??= this.#fork());
  }

  #fork(): ChildProcess {
    const child = fork(PROGRAM, [], {
      detached: true,
      execArgv: SMALL_HEAP,
      env: { MALLOC_ARENA_MAX: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.on('message', (result: HashResult) => {
      this.#settle(result);
    });
    child.once('error', (error) => {
      this.#giveUp(child, error);
    });
    child.once('exit', (code, signal) => {
      this.#ended(child, `it ended with ${String(signal ?? code)}`);
    });
    return child;
  }

  #ended(child: ChildProcess, reason: string): void {
    for (const [id, underWay] of this.#underWay) if (underWay.child === child) this.#settle({ id, fault: reason });
    if (this.#child !== child) return;
    this.#child = undefined;
    this.options.logger.warn('the process that hashes has ended', { reason });
  }

  #settle(settled: HashResult): void {
    const underWay = this.#underWay.get(settled.id);
    if (underWay === undefined) return;
    const { result, timer } = underWay;
    this.#underWay.delete(settled.id);
    clearTimeout(timer);
    if ('tag' in settled) result.resolve(settled.tag);
    else result.reject(new PaygateError('service_unavailable', { cause: settled.fault }));
  }
}
