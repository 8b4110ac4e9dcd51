/**
 * Releases the client libraries: builds and judges the packages, checks versions and changelogs, and adds their tarballs to
 * tools/clients/released, which gateways serve. A version that is there already keeps its bytes. It publishes nothing in a registry, and prints
 * what to reserve there and the commands that would.
 *
 *   npm run release                 needs a clean work tree; commit what it writes
 *   npm run release -- --dry-run    packs into a folder that it removes
 */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { Candidate } from './release-checks.ts';
import { releaseFaults } from './release-checks.ts';
import { give, RELEASED_FOLDER, withLatest } from './releases.ts';
import { packPhp, PHP_PACKAGE, phpVersions } from './composer.ts';
import { buildWheel, PYTHON_PACKAGE, wheelVersion } from './wheel.ts';

const CLIENTS = ['sdk-node', 'sdk-browser', 'sdk-react', 'cli'];

const RESERVED_FIRST = `
Nothing is published in a registry. Before the first publication, whoever publishes has to reserve there:
  - the organization "paygate" at npmjs.com, with a second factor for each of its members: it owns every name below @paygate/;
  - the project "paygate-client" at the index of Python packages, and the vendor "paygate" at that of Composer packages, each with a second factor.
If the organization belongs to somebody else, rename the packages before they are published: nobody else may own a name that a page shows.
Until CLIENTS_REGISTRY of the gateway is set, its pages name no registry. These commands would publish the packages:`;

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const isDryRun = values['dry-run'];
/** A dry run leaves the packages that others use as they are. */
const PACKAGES = isDryRun ? 'dist/packages-of-dry-run' : 'dist/packages';
const inPackages = { ...process.env, PACKAGES_FOLDER: PACKAGES };
const folder = mkdtempSync(join(tmpdir(), 'paygate-release-'));
try {
  release();
} finally {
  rmSync(folder, { recursive: true });
}

function release(): void {
  const candidates = [...CLIENTS.map(candidateIn), wheelCandidate(), phpCandidate()];
  const faults = [...(isDryRun ? [] : workTreeFaults()), ...releaseFaults(candidates)];
  if (faults.length > 0) {
    for (const fault of faults) console.error(fault);
    process.exitCode = 1;
    return;
  }
  for (const client of CLIENTS)
    execFileSync('node', ['tools/clients/build.ts', client], { stdio: 'inherit', env: inPackages });
  execFileSync('node', ['tools/clients/check-packages.ts'], { stdio: 'inherit', env: inPackages });
  const tarballs = CLIENTS.map(pack);
  // its builder comes from an index, so a dry run leaves it to `npm run python`
  const wheels = isDryRun ? [] : [packWheel()];
  give(packPhp(folder), phpCandidate(), today(), isDryRun ? join(folder, 'released') : RELEASED_FOLDER);
  if (!isDryRun) nameLatest();
  console.log(RESERVED_FIRST);
  for (const tarball of tarballs) console.log(`  npm publish ${tarball} --access public`);
  for (const wheel of wheels) console.log(`  twine upload ${wheel}`);
  console.log(
    '  an index of Composer packages reads a repository whose root is libs/sdk-php, with the version as a tag',
  );
}

/** The guides name the newest versions and the hash of the module. */
function nameLatest(): void {
  for (const file of globSync('docs/guides/**/*.md')) {
    const text = readFileSync(file, 'utf8');
    const latest = withLatest(text);
    if (latest !== text) writeFileSync(file, latest);
  }
}

function candidateIn(client: string): Candidate {
  const read = (file: string): string => readFileSync(join('libs', client, file), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Omit<Candidate, 'changelog'>;
  const says = existsSync(join('libs', client, 'src/version.ts')) ? read('src/version.ts') : '';
  const [, sentVersion] = /CLIENT_VERSION = '(.*)'/.exec(says) ?? [];
  return { ...manifest, changelog: read('CHANGELOG.md'), ...(sentVersion !== undefined && { sentVersion }) };
}

function wheelCandidate(): Candidate {
  const changelog = readFileSync('libs/sdk-python/CHANGELOG.md', 'utf8');
  return { name: PYTHON_PACKAGE, version: wheelVersion(), changelog };
}

function phpCandidate(): Candidate {
  return { name: PHP_PACKAGE, ...phpVersions(), changelog: readFileSync('libs/sdk-php/CHANGELOG.md', 'utf8') };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Builds the client for Python and gives it out. */
function packWheel(): string {
  const wheel = buildWheel(folder);
  give(wheel, { name: PYTHON_PACKAGE, version: wheelVersion() }, today());
  return join(relative(process.cwd(), RELEASED_FOLDER), basename(wheel));
}

function workTreeFaults(): readonly string[] {
  const changed = execFileSync('git', ['status', '--porcelain'], { encoding: 'utf8' }).trim();
  return changed === '' ? [] : ['the work tree has changes that are not committed'];
}

/** Packs a client, gives it out unless this is a dry run, and returns the tarball for `npm publish`. */
function pack(client: string): string {
  const options = { cwd: join(PACKAGES, client), encoding: 'utf8' } as const;
  const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], options).trim();
  const { name, version } = candidateIn(client);
  give(join(folder, file), { name, version }, today(), isDryRun ? join(folder, 'released') : RELEASED_FOLDER);
  return join(relative(process.cwd(), RELEASED_FOLDER), file);
}
