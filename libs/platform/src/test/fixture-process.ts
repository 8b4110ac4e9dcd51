import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

type Line = Readonly<Record<string, unknown>> & { readonly message: string };

/** The fixture as a process of its own, its lines and its exit. */
export class Fixture {
  readonly lines: Line[] = [];
  readonly exit: Promise<number | null>;
  stderr = '';
  readonly #process: ChildProcessByStdio<null, Readable, Readable>;
  readonly #output: Interface;

  /** `args` begin with its program. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>>) {
    this.#process = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#output = createInterface(this.#process.stdout);
    this.#output.on('line', (line) => this.lines.push(JSON.parse(line) as Line));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.exit = once(this.#process, 'close').then(([code]) => code as number | null);
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  messages(): readonly string[] {
    return this.lines.map((line) => line.message);
  }

  /** Waits for a line; a process that ends without it fails the test. */
  async says(message: string, times = 1): Promise<Line> {
    for (;;) {
      const found = this.lines.filter((line) => line.message === message)[times - 1];
      if (found !== undefined) return found;
      const ended = await Promise.race([once(this.#output, 'line').then(() => false), this.exit.then(() => true)]);
      if (ended) throw new Error(`ended without "${message}": ${this.stderr} ${JSON.stringify(this.lines)}`);
    }
  }
}
