import type { Interface } from 'node:readline';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { BadUsage } from '../bad-usage.js';

/** The lines that a person types. A terminal shows an act and an e-mail address, and no secret. */
export type Asked = 'act' | 'email' | 'password' | 'code';
const SHOWN: readonly Asked[] = ['act', 'email'];

/** Reads what persons type, line by line, from a terminal or the standard input: no argument and no variable holds a secret. */
export class Terminal {
  #isMuted = false;
  #reader: Interface | undefined;
  #lines: AsyncIterator<string> | undefined;

  async ask<Name extends Asked>(...names: readonly Name[]): Promise<Readonly<Record<Name, string>>> {
    this.#lines ??= this.#open()[Symbol.asyncIterator]();
    const given: Partial<Record<Name, string>> = {};
    for (const name of names) given[name] = await this.#next(this.#lines, name);
    return given as Record<Name, string>;
  }

  close(): void {
    this.#reader?.close();
  }

  async #next(lines: AsyncIterator<string>, name: Asked): Promise<string> {
    if (process.stdin.isTTY) process.stderr.write(`${name}: `);
    this.#isMuted = !SHOWN.includes(name);
    const line = await lines.next();
    if (this.#isMuted && process.stdin.isTTY) process.stderr.write('\n');
    this.#isMuted = false;
    if (line.done === true) throw new BadUsage(`a line with the ${name} is missing on the standard input`);
    return line.value;
  }

  #open(): Interface {
    const output = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (!this.#isMuted) process.stderr.write(chunk);
        done();
      },
    });
    this.#reader = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
    return this.#reader;
  }
}
