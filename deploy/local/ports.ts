import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { StackError } from './errors.ts';
import { isRecord, readJson, writeJson } from './files.ts';
import { print } from './progress.ts';

/**
 * Below every system's range of ephemeral ports: in that range, a client that calls a server while it restarts can get the
 * server's own port as its source and connect to itself.
 */
const FIRST_PORT = 15_000;
const LAST_PORT = 29_999;

export interface PortWish {
  /** an environment variable that sets the port */
  readonly variable?: string;
  /** taken whenever it is free, before a remembered port */
  readonly preferred?: number;
}

/** Ports on 127.0.0.1, remembered per stack, so that the next start uses the same addresses or the preferred ones. */
export class Ports {
  readonly #file: string;
  readonly #remembered: Record<string, number>;
  readonly #taken = new Set<number>();

  readonly #fixed: boolean;
  readonly #report: (text: string) => void;

  /**
   * `fixed`: whether the environment and preferences are used, or any free port. `report`: receives a sentence when the preferred
   * port is not free.
   */
  constructor(file: string, fixed: boolean, report = print) {
    this.#file = file;
    this.#fixed = fixed;
    this.#report = report;
    this.#remembered = readPorts(file);
  }

  async take(name: string, asked: PortWish = {}): Promise<number> {
    const wish = this.#fixed ? asked : {};
    const explicit = explicitPort(wish.variable);
    const port = explicit ?? (await this.#choose(name, wish.preferred));
    if (this.#taken.has(port) || !(await isFree(port))) throw inUse(port, name, wish);
    this.#taken.add(port);
    this.#remembered[name] = port;
    writeJson(this.#file, this.#remembered);
    if (explicit === undefined && wish.preferred !== undefined && port !== wish.preferred) {
      this.#report(`port ${String(wish.preferred)} is taken: the ${name} is at ${String(port)}`);
    }
    return port;
  }

  /** Throws a StackError when the environment names an invalid port or one that is in use. Takes no port. */
  async check(name: string, asked: PortWish): Promise<void> {
    const port = this.#fixed ? explicitPort(asked.variable) : undefined;
    if (port !== undefined && !(await isFree(port))) throw inUse(port, name, asked);
  }

  async #choose(name: string, preferred: number | undefined): Promise<number> {
    for (const port of [preferred, this.#remembered[name]]) {
      if (port !== undefined && !this.#taken.has(port) && (await isFree(port))) return port;
    }
    const reserved = new Set(Object.values(this.#remembered));
    for (let attempt = 0; attempt < 1000; attempt += 1) {
      const port = randomInt(FIRST_PORT, LAST_PORT + 1);
      if (!reserved.has(port) && !this.#taken.has(port) && (await isFree(port))) return port;
    }
    throw new StackError(`no free port between ${String(FIRST_PORT)} and ${String(LAST_PORT)} for ${name}`);
  }
}

function inUse(port: number, name: string, { variable = 'chosen' }: PortWish): StackError {
  return new StackError(`port ${String(port)} for ${name} (${variable}) is in use on 127.0.0.1`);
}

export async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      server.close(() => {
        resolve(true);
      });
    });
  });
}

function explicitPort(variable: string | undefined): number | undefined {
  const text = variable === undefined ? undefined : process.env[variable];
  if (variable === undefined || text === undefined || text === '') return undefined;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StackError(`${variable} must be a port between 1 and 65535, not "${text}"`);
  }
  return port;
}

function readPorts(file: string): Record<string, number> {
  const stored = readJson(file);
  if (!isRecord(stored)) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => Number.isInteger(entry[1])),
  );
}
