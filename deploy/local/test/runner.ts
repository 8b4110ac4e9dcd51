import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, readJson } from '../files.ts';
import { repositoryRoot, stackPaths } from '../paths.ts';
import type { StackPaths } from '../paths.ts';
import { isFree } from '../ports.ts';
import { RUN_VARIABLE, processesOfRuns } from '../process/identity.ts';
import { rootOfMarker } from '../process/leftovers.ts';
import { readProcessFile } from '../process/process-file.ts';
import { deleteState } from '../stack/state.ts';
import { becomesTrue } from '../waiting.ts';

export const BOOT_MS = 120_000;
export const END_MS = 60_000;

/** A command under test in its own process, with its output. */
export class Running {
  readonly child: ChildProcess;
  output = '';
  #exitCode: number | null | undefined;

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = repositoryRoot) {
    this.child = spawn(process.execPath, args, {
      cwd,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.child.once('close', (code) => {
      this.#exitCode = code;
    });
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the command was not started');
    return this.child.pid;
  }

  async prints(text: string, withinMs = BOOT_MS): Promise<void> {
    const decided = await becomesTrue(() => this.output.includes(text) || this.#exitCode !== undefined, withinMs);
    if (!decided || !this.output.includes(text)) throw new Error(`it never prints "${text}":\n${this.output}`);
  }

  /** The exit code, or null when a signal ended the command. */
  async exit(): Promise<number | null> {
    if (!(await becomesTrue(() => this.#exitCode !== undefined, END_MS)))
      throw new Error(`it does not end:\n${this.output}`);
    return this.#exitCode ?? null;
  }
}

export class TestStack {
  readonly paths: StackPaths;
  readonly #parent: string;
  readonly #started: Running[] = [];

  /** `open`: whether other users may enter the folder of the stack */
  constructor(open = true) {
    this.#parent = mkdtempSync(join(tmpdir(), 'paygate-runner-'));
    chmodSync(this.#parent, open ? 0o755 : 0o700);
    this.paths = stackPaths(join(this.#parent, 'stack'));
  }

  /** The whole stack, with small services instead of the real ones. */
  start(behaviour = '', preparation = '', env: Readonly<Record<string, string>> = {}): Running {
    return this.#keep(new Running(['deploy/local/test/fixtures/run.ts', this.paths.root, behaviour, preparation], env));
  }

  async started(behaviour = ''): Promise<Running> {
    const running = this.start(behaviour);
    await running.prints('everything is up');
    return running;
  }

  /** The whole stack, whose engines demand TLS and a login. */
  startSecure(): Running {
    return this.#keep(new Running(['deploy/local/test/fixtures/secure.ts', this.paths.root]));
  }

  command(...args: string[]): Running {
    return this.#keep(new Running(['deploy/local/main.ts', ...args], { PAYGATE_STACK_ROOT: this.paths.root }));
  }

  launch(...args: string[]): Running {
    return this.#keep(new Running(['deploy/local/launch.mjs', ...args], { PAYGATE_STACK_ROOT: this.paths.root }));
  }

  /** The engines, started as `npm start` starts the stack: npm, its shell if any, the launcher, the runner. */
  npmEngines(): Running {
    const manifest: unknown = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));
    const scripts = isRecord(manifest) && isRecord(manifest['scripts']) ? manifest['scripts'] : {};
    const launcher = join(repositoryRoot, 'deploy/local/launch.mjs');
    const start = String(scripts['start']).replace('deploy/local/launch.mjs start', `${launcher} engines`);
    writeFileSync(join(this.#parent, 'package.json'), JSON.stringify({ scripts: { start } }));
    const environment = { PAYGATE_STACK_ROOT: this.paths.root };
    return this.#keep(new Running([npmProgram(), 'start'], environment, this.#parent));
  }

  stackFile(): Record<string, unknown> {
    const stored: unknown = JSON.parse(readFileSync(this.paths.stackFile, 'utf8'));
    if (!isRecord(stored)) throw new Error('stack.json is not an object');
    return stored;
  }

  /** The process id in stack.json. */
  pid(name: string): number {
    const { services, engines } = this.stackFile();
    const all = [services, engines].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
    return Number(all.find((entry) => entry['name'] === name)?.['pid']);
  }

  /** Every process and every open port of this stack; empty when nothing survives. */
  async survivors(): Promise<string[]> {
    const ports = Object.values(this.ports());
    const open = await Promise.all(ports.map(async (port) => ((await isFree(port)) ? [] : [`port ${String(port)}`])));
    const lock = existsSync(this.paths.lockFile) ? [this.paths.lockFile] : [];
    return [...this.#processes(), ...open.flat(), ...lock];
  }

  ports(): Record<string, number> {
    const stored = readJson(this.paths.portsFile);
    if (!isRecord(stored)) return {};
    return Object.fromEntries(Object.entries(stored).map(([name, port]) => [name, Number(port)]));
  }

  recorded(): string[] {
    return readProcessFile(this.paths.processFile).map(({ name }) => name);
  }

  /** Ends what a failed test left: each runner by its own id, after which its watchdog ends the rest. */
  async remove(): Promise<void> {
    for (const running of this.#started) {
      running.child.kill('SIGKILL');
      await running.exit();
    }
    await becomesTrue(() => this.#processes().length === 0, END_MS);
    const strays = this.#processes();
    deleteState(this.paths, () => undefined);
    rmSync(this.#parent, { recursive: true, force: true });
    if (strays.length > 0) throw new Error(`processes are left: ${strays.join(', ')}`);
  }

  #processes(): string[] {
    const marked = processesOfRuns((marker) => rootOfMarker(marker) === this.paths.root);
    const listed = execFileSync('ps', ['-axww', '-o', 'pid=,stat=,args='], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(this.paths.root) && !/^\s*\d+\s+Z/.test(line));
    return [...marked.map(({ pid }) => `pid ${String(pid)}`), ...listed];
  }

  #keep(running: Running): Running {
    this.#started.push(running);
    return running;
  }
}

/** npm itself, rather than a script that starts it, so that signals reach npm. */
function npmProgram(): string {
  const ofCaller = process.env['npm_execpath'];
  return ofCaller ?? realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim());
}

/** The environment of a terminal, without variables of a stack that runs this test. A broker of some seconds compiles itself once. */
function environment(): NodeJS.ProcessEnv {
  const removed = [RUN_VARIABLE, 'DATABASE_URL', 'REDIS_URL', 'KAFKA_BROKERS', 'NODE_OPTIONS', 'npm_lifecycle_event'];
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !removed.includes(name)));
  return { ...inherited, JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1' };
}
