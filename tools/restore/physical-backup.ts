import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, lchownSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { until } from '../stack/own-stack.js';

/** The files that a physical backup leaves out: it belongs to the running server. */
const OF_THE_SERVER = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_stat_tmp', 'pg_replslot']);
const RECOVERED_MS = 60_000;

/** A server that was started on a backup. */
export interface RestoredServer {
  /** The address of a database of the origin, on the restored server. */
  readonly urlOf: (origin: string) => string;
  readonly stop: () => Promise<void>;
}

/**
 * Copies the files of a running server between pg_backup_start and pg_backup_stop, and then the log that was written meanwhile:
 * what pg_basebackup does, which the embedded server does not bring. Returns the folder of the copy, which is beside that of the data:
 * the server's user may read there.
 */
export async function backUp(administrator: string, pid: number): Promise<string> {
  const data = readlinkSync(`/proc/${pid}/cwd`);
  const to = join(data, '..', 'restored');
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('restore test', true)");
    rmSync(to, { recursive: true, force: true });
    mkdirSync(to, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(data).filter((found) => !OF_THE_SERVER.has(found)))
      cpSync(join(data, name), join(to, name), { recursive: true });
    const { rows } = await client.query<{ readonly labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    cpSync(join(data, 'pg_wal'), join(to, 'pg_wal'), { recursive: true });
    mkdirSync(join(to, 'pg_replslot'));
    mkdirSync(join(to, 'pg_stat_tmp'));
    return to;
  } finally {
    await client.end();
  }
}

/** Starts a second server, of the same binary and user, on a backup. It recovers to the end of the backup's log. */
export async function startRestored(pid: number, data: string): Promise<RestoredServer> {
  const binary = readlinkSync(`/proc/${pid}/exe`);
  const [uid, gid] = ['Uid', 'Gid'].map((name) => ownerOf(pid, name));
  execFileSync('chmod', ['0700', data]);
  for (const entry of readdirSync(data, { recursive: true, withFileTypes: true }))
    lchownSync(join(entry.parentPath, entry.name), uid ?? 0, gid ?? 0);
  lchownSync(data, uid ?? 0, gid ?? 0);
  const port = String(await freePort());
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '400',
    // connections before its recovery is over are refused, as expected
    log_min_messages: 'panic',
  };
  const args = ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const server = spawn(binary, args, {
    cwd: data,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
    ...(process.getuid?.() === 0 && uid !== undefined && gid !== undefined ? { uid, gid } : {}),
  });
  const urlOf = (origin: string): string => {
    const url = new URL(origin);
    url.port = port;
    return url.toString();
  };
  return {
    urlOf,
    stop: async () => {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Waits until the server answers. */
export async function awaitRecovery(administrator: string): Promise<void> {
  await until('the restored server answers', RECOVERED_MS, async () => {
    const client = new pg.Client({ connectionString: administrator });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  });
}

function ownerOf(pid: number, name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
