/** The clients that were given out: tarballs in `released`, and `released/released.json` with the hash of each. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { composerEntry, PHP_PACKAGE } from './composer.ts';

export const RELEASED_FOLDER = join(import.meta.dirname, 'released');
/** Lock files and integrity hashes name a version that was given out: it is served for a year after the next one. */
export const SERVED_DAYS = 365;

/** A version of a package that was given out. */
export interface Release {
  /** `@paygate/node`, `paygate-client` for Python, or `paygate/php`. */
  readonly name: string;
  readonly version: string;
  /** The day, `2026-11-28`. */
  readonly releasedOn: string;
  /** `paygate-node-0.1.0.tgz`, or `paygate_client-0.1.0-py3-none-any.whl`. */
  readonly file: string;
  /** As lock files of npm have it, `sha512-…`. */
  readonly integrity: string;
}

/** A version as a gateway lists it at `/clients`. */
interface Offered extends Release {
  readonly latest: boolean;
  readonly url: string;
  /** The module for pages, of the client for browsers. */
  readonly module?: { readonly url: string; readonly integrity: string };
  /** Of a wheel, in hex: pip compares the file with it behind `#sha256=` of the address. */
  readonly sha256?: string;
}

/** Stands for the address of the gateway, which puts its own in. */
const GATEWAY = 'https://localhost:8443';
const LIST = 'released.json';

export function releasesIn(folder = RELEASED_FOLDER): readonly Release[] {
  const list = join(folder, LIST);
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as readonly Release[]) : [];
}

export function integrityOf(bytes: Buffer, algorithm: 'sha512' | 'sha384' = 'sha512'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The newest release of each package. */
export function latestOf(releases: readonly Release[]): readonly Release[] {
  return [...new Map(releases.map((each) => [each.name, each])).values()];
}

/**
 * Adds a packed tarball or a wheel to what is given out. Throws for a version that is given out already with other contents; the same contents stay
 * as they are.
 */
export function give(
  tarball: string,
  { name, version }: Pick<Release, 'name' | 'version'>,
  day: string,
  folder = RELEASED_FOLDER,
): void {
  const releases = releasesIn(folder);
  const bytes = readFileSync(tarball);
  const isWheel = tarball.endsWith('.whl');
  // an installer reads the version and the platform from the name of a wheel
  const file = isWheel ? basename(tarball) : `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  const given = releases.find((each) => each.file === file);
  if (given !== undefined) {
    // the compression differs between versions of npm
    const contents = isWheel ? (packed: Buffer) => packed : gunzipSync;
    if (contents(readFileSync(join(folder, file))).equals(contents(bytes))) return;
    throw new Error(`${name} ${version} is given out with other contents: raise its version`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), bytes);
  const release: Release = { name, version, releasedOn: day, file, integrity: integrityOf(bytes) };
  writeFileSync(join(folder, LIST), `${JSON.stringify([...releases, release], null, 2)}\n`);
}

/** Faults of the folder of releases on a day; empty when every version that was given out can still be had as it was. */
export function faultsOfReleases(day: string, folder = RELEASED_FOLDER): readonly string[] {
  const releases = releasesIn(folder);
  return releases.flatMap(({ name, version, file, integrity }, index) => {
    const path = join(folder, file);
    if (existsSync(path))
      return integrityOf(readFileSync(path)) === integrity
        ? []
        : [`${file} has other bytes than it was given out with`];
    const next = releases.slice(index + 1).find((each) => each.name === name);
    const isOver = next !== undefined && Date.parse(day) - Date.parse(next.releasedOn) > SERVED_DAYS * 86_400_000;
    return isOver ? [] : [`${name} ${version} is missing: it is served for a year after the next version`];
  });
}

/** Writes what a gateway serves: the packages, the module of the client for browsers, the index, and what Composer reads. */
export function handOut(target: string, folder = RELEASED_FOLDER): void {
  mkdirSync(target, { recursive: true });
  const releases = releasesIn(folder).filter(({ file }) => existsSync(join(folder, file)));
  const latest = latestOf(releases);
  const packages = releases.map((release): Offered => {
    const bytes = readFileSync(join(folder, release.file));
    if (integrityOf(bytes) !== release.integrity)
      throw new Error(`${release.file} has other bytes than it was given out with`);
    writeFileSync(join(target, release.file), bytes);
    const offered = { ...release, latest: latest.includes(release), url: `${GATEWAY}/clients/${release.file}` };
    if (release.file.endsWith('.whl')) return { ...offered, sha256: sha256Of(bytes) };
    if (release.name !== '@paygate/browser') return offered;
    const module = moduleOf(join(folder, release.file));
    const name = release.file.replace('.tgz', '.mjs');
    writeFileSync(join(target, name), module);
    return { ...offered, module: { url: `${GATEWAY}/clients/${name}`, integrity: integrityOf(module, 'sha384') } };
  });
  writeFileSync(join(target, 'index.json'), `${JSON.stringify({ packages }, null, 2)}\n`);
  const forPhp = releases
    .filter(({ name }) => name === PHP_PACKAGE)
    .map(({ file, version }) => {
      return [version, composerEntry(join(folder, file), `${GATEWAY}/clients/${file}`)] as const;
    });
  const repository = { packages: { [PHP_PACKAGE]: Object.fromEntries(forPhp) } };
  writeFileSync(join(target, 'packages.json'), `${JSON.stringify(repository, null, 2)}\n`);
}

/** The module of a packed client for browsers: one file that imports nothing. */
export function moduleOf(tarball: string): Buffer {
  return execFileSync('tar', ['-xzOf', tarball, 'package/dist/index.mjs']);
}

/** A text with the newest versions in place of those that it names. */
export function withLatest(text: string, folder = RELEASED_FOLDER): string {
  const latest = latestOf(releasesIn(folder));
  const browser = latest.find(({ name }) => name === '@paygate/browser');
  const wheel = latest.find(({ file }) => file.endsWith('.whl'));
  const hashed =
    wheel === undefined
      ? text
      : text
          .replaceAll(/\bpaygate_client-\d+\.\d+\.\d+-py3-none-any\.whl/g, wheel.file)
          .replaceAll(/(?<=sha256[=:])[0-9a-f]{64}\b/g, sha256Of(readFileSync(join(folder, wheel.file))));
  const named = hashed.replaceAll(
    /\bpaygate-(node|browser|react|cli)-\d+\.\d+\.\d+\.(tgz|mjs)/g,
    (whole, short: string, end: string) => {
      const release = latest.find(({ name }) => name === `@paygate/${short}`);
      return release === undefined ? whole : release.file.replace('tgz', end);
    },
  );
  if (browser === undefined) return named;
  const hash = integrityOf(moduleOf(join(folder, browser.file)), 'sha384');
  return named.replaceAll(/\bsha384-[A-Za-z0-9+/]{64}/g, hash);
}
