import type { ChildProcess } from 'node:child_process';
import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { OwnStack } from '../../stack/own-stack.js';
import { repositoryRoot } from '../../stack/own-stack.js';
import type { Target } from '../load/raw-http.js';
import type { SimplePayer } from './simple-load.js';

const run = promisify(execFile);
const DATABASE = 'beside';

interface Facts {
  readonly secretKey: string;
  readonly publishableKey: string;
  readonly payers: readonly SimplePayer[];
}

/** One process that takes payments with the engines of a stack: what a user might build instead. */
export class SimpleProcess {
  private constructor(
    readonly facts: Facts,
    readonly place: { readonly target: Target; readonly sinkPort: number },
    private readonly child: ChildProcess,
    private readonly close: () => Promise<void>,
  ) {}

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('the process did not start');
    return this.child.pid;
  }

  /** Installs the packages of `folder` in a copy, makes its tables in a database of its own, and starts it over TLS. */
  static async start(folder: string, stack: OwnStack): Promise<SimpleProcess> {
    const copy = await installed(folder);
    const [port, sinkPort] = [await freePort(), await freePort()];
    const factsFile = join(copy, 'facts.json');
    const ca = resolve(repositoryRoot, stack.facts.gateway.ca);
    const env = {
      ...{ PATH: process.env['PATH'] ?? '', DATABASE_URL: await database(stack), FACTS: factsFile },
      ...{ REDIS_PORT: new URL(stack.facts.redis).port, PORT: String(port), ADAPTER: 'fastify' },
      ...{ TLS_CERT: join(ca, '../cert.pem'), TLS_KEY: join(ca, '../key.pem') },
      ...{ SMS_URL: `http://127.0.0.1:${sinkPort}/sms`, WEBHOOK_URL: `http://127.0.0.1:${sinkPort}/webhooks` },
    };
    const lock = await withoutPassword(stack);
    await run(process.execPath, ['dist/seed.js'], { cwd: copy, env });
    const child = fork(join(copy, 'dist/main.js'), [], {
      ...{ cwd: copy, env, detached: true, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
    });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`the process ended (${String(code)})`);
      }),
    ]);
    const target = { port, ca: readFileSync(ca, 'utf8') };
    const facts = JSON.parse(readFileSync(factsFile, 'utf8')) as Facts;
    return new SimpleProcess(facts, { target, sinkPort }, child, lock);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null) {
      const exit = once(this.child, 'exit');
      this.child.kill('SIGTERM');
      await exit;
    }
    await this.close();
  }
}

/** Built once for each content of its package.json. */
async function installed(folder: string): Promise<string> {
  const copy = join(repositoryRoot, '.local', 'beside');
  const isSame = existsSync(join(copy, 'dist/main.js')) && textOf(copy) === textOf(folder);
  if (!isSame) rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const part of ['package.json', 'tsconfig.json', 'src'])
    cpSync(join(folder, part), join(copy, part), { recursive: true });
  if (!isSame) {
    console.log('  installing the packages of the process …');
    // it has no lockfile, and the newest versions within its ranges may disagree about their peers
    await run('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps'], { cwd: copy });
    await run('npm', ['run', 'build'], { cwd: copy });
  }
  return copy;
}

const textOf = (folder: string): string => readFileSync(join(folder, 'package.json'), 'utf8');

async function database({ facts }: OwnStack): Promise<string> {
  const client = new pg.Client({ connectionString: facts.postgres });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`);
  await client.query(`CREATE DATABASE ${DATABASE}`);
  await client.end();
  const url = new URL(facts.postgres);
  url.pathname = `/${DATABASE}`;
  return url.toString();
}

/** The process knows a port and no password. Returns what makes the password necessary again. */
async function withoutPassword({ facts }: OwnStack): Promise<() => Promise<void>> {
  const redis = new Redis(facts.redis);
  await redis.call('ACL', 'SETUSER', 'default', 'nopass');
  return async () => {
    await redis.call('ACL', 'SETUSER', 'default', 'resetpass', `>${decodeURIComponent(new URL(facts.redis).password)}`);
    await redis.quit();
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
