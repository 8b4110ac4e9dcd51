import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { eventually } from '@paygate/platform';
import { engineAddress } from './engines.js';

/** A broker of one suite, which the suite may kill, keep stopped and freeze. */
export interface OwnKafka {
  readonly brokers: string;
  /** Ends the broker and keeps it away until {@link comeBack}. */
  goAway(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  comeBack(): void;
  /** Stops or continues its process. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;

/** Starts a broker with the runner of the local stack, beside the database and the Redis of the test run. */
export async function ownKafka(): Promise<OwnKafka> {
  const root = join(process.cwd(), '.local', 'own-kafka', randomBytes(4).toString('hex'));
  mkdirSync(root, { recursive: true });
  const runner = spawn(process.execPath, ['deploy/local/main.ts', 'engines'], {
    env: {
      ...process.env,
      JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1',
      PAYGATE_STACK_ROOT: root,
      DATABASE_URL: engineAddress('TEST_DATABASE_URL'),
      REDIS_URL: engineAddress('TEST_REDIS_URL'),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => runner.once('exit', resolve));
  const addresses = await eventually(() => readVariables(join(root, 'env')), {
    timeoutMs: START_TIMEOUT_MS,
  });
  const held = join(root, 'hold', 'kafka');
  const signal = (name: NodeJS.Signals): number => {
    const pid = pidOfKafka(root);
    if (pid !== undefined) process.kill(pid, name);
    return pid ?? 0;
  };
  return {
    brokers: addresses['TEST_KAFKA_BROKERS'] ?? '',
    goAway: async (name) => {
      mkdirSync(join(root, 'hold'), { recursive: true });
      writeFileSync(held, '');
      const pid = signal(name);
      await eventually(() => !existsSync(`/proc/${pid}`));
    },
    comeBack: () => {
      rmSync(held, { force: true });
    },
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    stop: async () => {
      signal('SIGCONT');
      runner.kill('SIGTERM');
      await ended;
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function readVariables(path: string): Readonly<Record<string, string | undefined>> | undefined {
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : undefined;
}

function pidOfKafka(root: string): number | undefined {
  const file = join(root, 'processes.json');
  const processes = (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []) as { name: string; pid: number }[];
  return processes.find(({ name }) => name === 'kafka')?.pid;
}
