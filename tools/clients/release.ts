/**
 * Prepares a release of the client libraries: builds and judges the packages, checks versions and changelogs, and packs them into
 * dist/release. It publishes nothing, and prints the commands that would.
 *
 *   npm run release                 needs a clean work tree
 *   npm run release -- --dry-run    packs into a folder that it removes
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Candidate } from './release-checks.ts';
import { releaseFaults } from './release-checks.ts';

/** The React client needs the browser client, so it comes after it. */
const CLIENTS = ['sdk-node', 'sdk-browser', 'sdk-react', 'cli'];

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];
const RELEASE = 'dist/release';
/** A dry run leaves the packages that others use as they are. */
const PACKAGES = isDryRun ? 'dist/packages-of-dry-run' : 'dist/packages';
const inPackages = { ...process.env, PACKAGES_FOLDER: PACKAGES };
const folder = isDryRun ? mkdtempSync(join(tmpdir(), 'paygate-release-')) : resolve(RELEASE);
try {
  release();
} finally {
  if (isDryRun) rmSync(folder, { recursive: true });
}

function release(): void {
  const faults = [...(isDryRun ? [] : workTreeFaults()), ...releaseFaults(CLIENTS.map(candidateIn))];
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault);
    process.exitCode = 1;
    return;
  }
  for (const client of CLIENTS)
    execFileSync('node', ['tools/clients/build.ts', client], { stdio: 'inherit', env: inPackages });
  execFileSync('node', ['tools/clients/check-packages.ts'], { stdio: 'inherit', env: inPackages });
  mkdirSync(folder, { recursive: true });
  const tarballs = CLIENTS.map(pack);
  console.log('\nNothing is published. These commands would publish the packages:');
  for (const tarball of tarballs) console.log(`  npm publish ${tarball} --access public`);
}

function candidateIn(client: string): Candidate {
  const read = (file: string): string => readFileSync(join('libs', client, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Omit<Candidate, 'changelog'>;
  const [, sentVersion] = client === 'sdk-node' ? (/CLIENT_VERSION = '(.*)'/.exec(read('src/version.ts')) ?? []) : [];
  return { ...manifest, changelog: read('CHANGELOG.md'), ...(sentVersion !== undefined && { sentVersion }) };
}

function workTreeFaults(): readonly string[] {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim();
  return changed === '' ? [] : ['the work tree has changes that are not committed'];
}

/** Packs a client and returns the tarball for `npm publish`. */
function pack(client: string): string {
  const options = { cwd: join(PACKAGES, client), encoding: 'utf8' } as const;
  const name = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim();
  return join(RELEASE, name);
}
