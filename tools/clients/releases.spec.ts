import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { packPhp, PHP_PACKAGE, phpVersions } from './composer.js';
import { faultsOfReleases, give, handOut, integrityOf, releasesIn, withLatest } from './releases.js';

const PACKED = ['tools/clients/released/*.tgz', 'tools/clients/released/*.whl'];
const today = new Date().toISOString().slice(0, 10);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-releases-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A tarball of a client with this text as its module. */
function pack(text: string): string {
  const source = mkdtempSync(join(folder, 'source-'));
  mkdirSync(join(source, 'package/dist'), { recursive: true });
  writeFileSync(join(source, 'package/dist/index.mjs'), text);
  const tarball = join(source, 'packed.tgz');
  const fixed = ['--mtime=1985-10-26', '--sort=name', '--owner=0', '--group=0', '--numeric-owner'];
  execFileSync('tar', ['-czf', tarball, ...fixed, '-C', source, 'package']);
  return tarball;
}
const released = () => join(folder, 'released');
const release = (version: string, text: string, day: string): void => {
  give(pack(text), { name: '@paygate/browser', version }, day, released());
};

describe('the versions that were given out', () => {
  test('are there with their bytes', () => {
    expect(releasesIn().length).toBeGreaterThan(0);
    expect(faultsOfReleases(today)).toEqual([]);
  });

  test('were never replaced', () => {
    if (!existsSync('.git')) return;
    const changed = execFileSync('git', [
      'log',
      '--all',
      '--diff-filter=M',
      '--format=',
      '--name-only',
      '--',
      ...PACKED,
    ]);
    expect(changed.toString()).toBe('');
  });

  test('have an entry of their changelog', () => {
    for (const { name, version } of releasesIn()) {
      const short = name.replace('@paygate/', '');
      const folders: Readonly<Record<string, string>> = {
        cli: 'cli',
        'paygate-client': 'sdk-python',
        'paygate/php': 'sdk-php',
      };
      const changelog = readFileSync(`libs/${folders[short] ?? `sdk-${short}`}/CHANGELOG.md`, 'utf8');
      expect([name, changelog.includes(`\n## ${version}\n`)]).toEqual([name, true]);
    }
  });

  test('are those that the docs name, the newest of each', () => {
    for (const file of globSync('docs/guides/**/*.md')) {
      const text = readFileSync(file, 'utf8');
      expect([file, text]).toEqual([file, withLatest(text)]);
    }
  });
});

describe('a release', () => {
  test('adds a version once, and refuses other contents under its number', () => {
    release('1.0.0', 'export const a = 1;', '2026-01-01');
    release('1.0.0', 'export const a = 1;', '2026-02-01');
    expect(releasesIn(released())).toEqual([
      {
        ...{ name: '@paygate/browser', version: '1.0.0', releasedOn: '2026-01-01', file: 'paygate-browser-1.0.0.tgz' },
        integrity: integrityOf(readFileSync(join(released(), 'paygate-browser-1.0.0.tgz'))),
      },
    ]);
    expect(() => {
      release('1.0.0', 'export const a = 2;', '2026-02-01');
    }).toThrow('is given out with other contents: raise its version');
  });

  test('[2.41] leaves the versions before it, which are served for a year', () => {
    release('1.0.0', 'export const a = 1;', '2026-01-01');
    release('1.1.0', 'export const a = 2;', '2026-03-01');
    const old = join(released(), 'paygate-browser-1.0.0.tgz');
    const bytes = readFileSync(old);
    writeFileSync(old, Buffer.concat([bytes, Buffer.from('x')]));
    expect(faultsOfReleases('2026-03-02', released())).toEqual([expect.stringContaining('has other bytes')]);
    rmSync(old);
    expect(faultsOfReleases('2027-03-01', released())).toEqual([expect.stringContaining('1.0.0 is missing')]);
    expect(faultsOfReleases('2027-03-02', released())).toEqual([]);
  });

  test('of a wheel keeps its name, its bytes and a hash for pip', () => {
    const wheel = join(folder, 'paygate_client-1.0.0-py3-none-any.whl');
    writeFileSync(wheel, 'wheel');
    const given = { name: 'paygate-client', version: '1.0.0' };
    give(wheel, given, '2026-01-01', released());
    give(wheel, given, '2026-02-01', released());
    const target = join(folder, 'clients');
    handOut(target, released());
    const { packages } = JSON.parse(readFileSync(join(target, 'index.json'), 'utf8')) as { packages: object[] };
    const sha256 = createHash('sha256').update('wheel').digest('hex');
    const url = 'https://localhost:8443/clients/paygate_client-1.0.0-py3-none-any.whl';
    expect(packages).toMatchObject([{ version: '1.0.0', latest: true, url, sha256 }]);
    const old = `pip install https://localhost:8443/clients/paygate_client-0.9.0-py3-none-any.whl#sha256=${'0'.repeat(64)}`;
    expect(withLatest(old, released())).toBe(`pip install ${url}#sha256=${sha256}`);
    writeFileSync(wheel, 'other');
    expect(() => {
      give(wheel, given, '2026-03-01', released());
    }).toThrow('is given out with other contents: raise its version');
  });

  test('of the client for PHP is one that Composer finds, and the same sources make the same bytes', () => {
    const [one = '', other = ''] = ['one', 'other'].map((name) => {
      mkdirSync(join(folder, name));
      return packPhp(join(folder, name));
    });
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
    const { version } = phpVersions();
    give(one, { name: PHP_PACKAGE, version }, '2026-01-01', released());
    const target = join(folder, 'clients');
    handOut(target, released());
    const shasum = createHash('sha1').update(readFileSync(one)).digest('hex');
    const url = `https://localhost:8443/clients/paygate-php-${version}.tgz`;
    expect(JSON.parse(readFileSync(join(target, 'packages.json'), 'utf8'))).toMatchObject({
      packages: { [PHP_PACKAGE]: { [version]: { name: PHP_PACKAGE, version, dist: { type: 'tar', url, shasum } } } },
    });
  });

  test('is handed out as tarball and module with their hashes', () => {
    release('1.0.0', 'export const a = 1;', '2026-01-01');
    release('1.1.0', 'export const a = 2;', '2026-03-01');
    const target = join(folder, 'clients');
    handOut(target, released());
    const { packages } = JSON.parse(readFileSync(join(target, 'index.json'), 'utf8')) as { packages: object[] };
    expect(packages).toMatchObject([
      { version: '1.0.0', latest: false },
      {
        ...{ version: '1.1.0', latest: true, url: 'https://localhost:8443/clients/paygate-browser-1.1.0.tgz' },
        module: {
          url: 'https://localhost:8443/clients/paygate-browser-1.1.0.mjs',
          integrity: integrityOf(Buffer.from('export const a = 2;'), 'sha384'),
        },
      },
    ]);
    expect(readFileSync(join(target, 'paygate-browser-1.0.0.mjs'), 'utf8')).toBe('export const a = 1;');
  });
});
