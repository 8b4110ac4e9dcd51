/** Packs the client for PHP, and lists its releases as Composer reads them. */
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SOURCE = 'libs/sdk-php';
/** The name of the package in a Composer repository. */
export const PHP_PACKAGE = 'paygate/php';
/** The folder in an archive; Composer installs what is in it. */
const ROOT = 'paygate-php';

interface Manifest {
  readonly name: string;
  readonly version: string;
}

interface ComposerEntry extends Manifest {
  readonly dist: { readonly type: string; readonly url: string; readonly shasum: string };
}

/** The version of the sources, and the version that the client sends. */
export function phpVersions(): { readonly version: string; readonly sentVersion: string } {
  const { version } = JSON.parse(readFileSync(`${SOURCE}/composer.json`, 'utf8')) as Manifest;
  const [, sentVersion = ''] = /VERSION = '(.*)'/.exec(readFileSync(`${SOURCE}/src/Client.php`, 'utf8')) ?? [];
  return { version, sentVersion };
}

/** Packs the client into a folder and returns the path of the archive. The same sources make the same bytes. */
export function packPhp(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'paygate-php-'));
  try {
    for (const file of ['composer.json', 'README.md', 'CHANGELOG.md', 'src'])
      cpSync(`${SOURCE}/${file}`, join(copy, ROOT, file), { recursive: true });
    cpSync('LICENSE', join(copy, ROOT, 'LICENSE'));
    const fixed = ['--format=ustar', '--mtime=2020-01-01 00:00Z', '--sort=name', '--mode=u=rwX,go=rX'];
    const owner = ['--owner=0', '--group=0', '--numeric-owner'];
    const tar = execFileSync('tar', ['-cf', '-', ...fixed, ...owner, '-C', copy, ROOT], { maxBuffer: 2 ** 26 });
    const archive = join(folder, `${ROOT}.tgz`);
    writeFileSync(archive, gzipSync(tar, { level: 9 }));
    return archive;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** A version as Composer reads it: the manifest of the archive, where the archive is, and its SHA-1, which Composer compares. */
export function composerEntry(archive: string, url: string): ComposerEntry {
  const manifest = execFileSync('tar', ['-xzOf', archive, `${ROOT}/composer.json`], { encoding: 'utf8' });
  const shasum = createHash('sha1').update(readFileSync(archive)).digest('hex');
  return { ...(JSON.parse(manifest) as Manifest), dist: { type: 'tar', url, shasum } };
}
