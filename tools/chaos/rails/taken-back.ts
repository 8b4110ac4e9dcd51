import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaygateHttp } from '@paygate/testing';
import type { Payment } from '../history.js';

const PAUSE_MS = 1_000;
const BOOKED_WITHIN_MS = 180_000;
/** They propose and book: any number of reversals in a day has two. */
const [PROPOSER, BOOKER] = ['per_01k8zq4a2nf8rb0v6d7jep5f9x', 'per_01k8zq4a2nf8rb0v6d7jep5f9y'] as const;

/** The last two digits of the numbers whose payments the simulated operator takes back at once: docs/rails.md. */
export const TAKEN_BACK = '80';

interface Proposed {
  readonly reversalId: string;
  readonly intentId: string;
}

/** Two persons who book what operators take back, one command after the other, by a process of the operator that goes on. */
export class Persons {
  #busy: Promise<void> = Promise.resolve();
  #operator: { readonly child: ChildProcess; readonly answers: AsyncIterator<string> } | undefined;

  constructor(
    private readonly stackRoot: string,
    private readonly api: PaygateHttp,
  ) {}

  /** Books the reversal of a payment after those before it, which is a fault of the payment if it cannot be done in time. */
  book(payment: Payment): void {
    this.#busy = this.#busy.then(async () => {
      const fault = await this.#book(payment);
      if (fault !== undefined) payment.fault ??= fault;
    });
  }

  /** Resolves when all that was to be booked is, and ends the process. */
  async end(): Promise<void> {
    await this.#busy;
    this.#operator?.child.kill();
  }

  /** Books a reversal, whatever of it was done before. Returns what went wrong, if it could not be done in time. */
  async #book({ intentId = '', amount }: Payment): Promise<string | undefined> {
    let last = '';
    for (const deadline = performance.now() + BOOKED_WITHIN_MS; performance.now() < deadline;) {
      try {
        if (await this.#isBooked(intentId)) return undefined;
        const { reversals } = (await this.#answer('reversals', 'test')) as {
          readonly reversals: readonly Proposed[];
        };
        const open = reversals.find((one) => one.intentId === intentId);
        if (open === undefined) await this.#answer('propose-reversal', 'test', intentId, amount, 'chaos', PROPOSER);
        else await this.#answer('decide-reversal', open.reversalId, 'book', BOOKER);
      } catch (error) {
        // a service that was killed meanwhile is asked again
        last = error instanceof Error ? error.message : String(error);
      }
      await delay(PAUSE_MS);
    }
    return `the reversal of ${intentId} was not booked within ${BOOKED_WITHIN_MS} ms: ${last.slice(0, 300)}`;
  }

  async #isBooked(intentId: string): Promise<boolean> {
    const { body } = await this.api.reversalsOf(intentId);
    return (body as { readonly data?: readonly unknown[] }).data?.length === 1;
  }

  /** The answer to a command. Throws when it is refused. */
  async #answer(...words: readonly string[]): Promise<unknown> {
    const { child, answers } = (this.#operator ??= this.#start());
    child.stdin?.write(`${JSON.stringify(words)}\n`);
    const line = await answers.next();
    if (line.done === true) {
      this.#operator = undefined;
      throw new Error('the process of the operator has ended');
    }
    const answer = JSON.parse(line.value) as { readonly error?: string };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer;
  }

  #start() {
    const env = { ...process.env, PAYGATE_STACK_ROOT: this.stackRoot, LOG_LEVEL: 'silent' };
    const child = spawn(process.execPath, ['deploy/local/main.ts', 'operator', '-'], {
      env,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    // a process that has ended is seen by its answers
    child.stdin.on('error', () => undefined);
    const lines: Interface = createInterface({ input: child.stdout });
    return { child, answers: lines[Symbol.asyncIterator]() };
  }
}
