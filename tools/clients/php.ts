/**
 * Judges the client for PHP as integrators get it: packs it, serves it as a Composer repository, installs it from there with Composer, and runs its
 * tests on the installation, with the vectors of libs/conformance, Symfony, Laravel, Guzzle, PSR-7 and the samples of the guide. `npm run php`
 * fails without PHP, Composer or the frameworks; `npm run check` runs the tests of the sources where PHP is found (other-languages.ts).
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { composerEntry, packPhp, PHP_PACKAGE, phpVersions } from './composer.ts';

const PACKAGES = [
  ...['php-cli', 'php-curl', 'composer', 'php-illuminate-http', 'php-symfony-http-client'],
  ...['php-guzzlehttp-guzzle', 'php-nyholm-psr7'],
];
const FRAMEWORKS = resolve('libs/sdk-php/tests/debian-frameworks.php');
const isThere = (program: string, ...args: readonly string[]): boolean => spawnSync(program, args).status === 0;

if (!isThere('php', FRAMEWORKS) || !isThere('composer', '--version'))
  throw new Error(
    `php: PHP 8.1, Composer and frameworks are needed; Debian has them: apt install ${PACKAGES.join(' ')}`,
  );

const folder = mkdtempSync(join(tmpdir(), 'paygate-php-'));
const archive = packPhp(folder);
const server = createServer(({ url }, response) => {
  if (url?.endsWith('.tgz') === true) response.end(readFileSync(archive));
  else response.end(JSON.stringify({ packages: { [PHP_PACKAGE]: { [phpVersions().version]: entry } } }));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const repository = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
const entry = composerEntry(archive, `${repository}/paygate-php.tgz`);
try {
  const shop = join(folder, 'shop');
  mkdirSync(shop);
  const repositories = { paygate: { type: 'composer', url: repository }, 'packagist.org': false };
  writeFileSync(join(shop, 'composer.json'), JSON.stringify({ repositories, config: { 'secure-http': false } }));
  await run('composer', ['require', '--no-interaction', '--quiet', PHP_PACKAGE], shop);
  const autoload = join(shop, 'vendor/autoload.php');
  if (!existsSync(autoload)) throw new Error('Composer has installed nothing');
  const { stdout } = await run('php', [resolve('libs/sdk-php/tests/run.php')], shop, autoload);
  console.log(`${stdout}php: the archive with the SHA-1 ${entry.dist.shasum} works`);
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function run(program: string, args: readonly string[], cwd: string, autoload = ''): Promise<{ stdout: string }> {
  const own = { COMPOSER_HOME: join(folder, 'composer'), COMPOSER_ALLOW_SUPERUSER: '1' };
  const tests = { FRAMEWORKS, PAYGATE_AUTOLOAD: autoload };
  try {
    return await promisify(execFile)(program, args, { cwd, env: { ...process.env, ...own, ...tests } });
  } catch (error) {
    const { message, stdout = '' } = error as Error & { readonly stdout?: string };
    throw new Error(`${message}\n${stdout}`, { cause: error });
  }
}
