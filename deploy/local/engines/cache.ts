import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StackError } from '../errors.ts';
import type { OneShot } from '../process/supervisor.ts';
import { findOnPath } from './programs.ts';

/** The folder of downloads: outside the clone, so that the next clone need not download. */
function cacheDirectory(): string {
  const given = process.env['PAYGATE_CACHE_DIR'];
  if (given !== undefined && given !== '') return given;
  const base = process.env['XDG_CACHE_HOME'];
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'paygate');
}

/**
 * The directory of the jars that a pom names, downloaded through the machine's own Maven settings when it is missing. Its name
 * has a digest of the pom, so that versions are not mixed. It appears complete or not at all.
 */
export async function mavenArtifacts(
  pom: string,
  options: readonly string[],
  run: (oneShot: OneShot) => Promise<void>,
): Promise<string> {
  const place = directoryOf(pom);
  if (existsSync(place)) return place;
  const name = nameOf(pom);
  const mvn = findMaven(pom);
  mkdirSync(cacheDirectory(), { recursive: true });
  const partial = mkdtempSync(`${place}.partial-`);
  const goal = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', ...options, `-DoutputDirectory=${partial}`];
  try {
    await run({ name: `${name}-download`, command: mvn, args: goal });
    adopt(partial, place);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return place;
}

/** Throws a StackError when the jars must be downloaded and there is no Maven. */
export function requireArtifacts(pom: string): void {
  if (!existsSync(directoryOf(pom))) findMaven(pom);
}

function nameOf(pom: string): string {
  return basename(dirname(pom));
}

function directoryOf(pom: string): string {
  const digest = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  return join(cacheDirectory(), `${nameOf(pom)}-${digest}`);
}

function findMaven(pom: string): string {
  const mvn = findOnPath('mvn');
  if (mvn !== undefined) return mvn;
  throw new StackError(
    `${nameOf(pom)} is downloaded once by Apache Maven, and there is no mvn on the PATH: install Maven`,
  );
}

/** Renames the finished download to its place. Another stack may have downloaded the same meanwhile; the first one stays. */
function adopt(partial: string, place: string): void {
  if (readdirSync(partial).length === 0) throw new StackError(`nothing was downloaded into ${place}`);
  try {
    renameSync(partial, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
}
