/** WordPress, MariaDB and PHP's extension for it, as Debian has them, unpacked into a folder: nothing is installed on the machine. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = 'integrations/wordpress';

/** Unpacks the pinned packages. */
export function installWordPress(folder: string): void {
  const { status } = spawnSync('php', ['-r', 'exit(PHP_VERSION_ID >= 80200 && extension_loaded("curl") ? 0 : 1);']);
  if (status !== 0) throw new Error('PHP 8.2 with curl is needed; Debian has it: apt install php-cli php-curl');
  const { debian } = JSON.parse(readFileSync(`${SOURCE}/shop.json`, 'utf8')) as { debian: Record<string, string> };
  const archives = join(folder, 'archives');
  mkdirSync(archives, { recursive: true });
  const wanted = Object.entries(debian).map(([name, version]) => `${name}=${version}`);
  try {
    execFileSync('apt-get', ['download', ...wanted], { cwd: archives, stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw new Error('a pinned package is not to be had: run apt-get update, or pin its newer version in shop.json', {
      cause: error,
    });
  }
  for (const archive of readdirSync(archives))
    execFileSync('dpkg', ['-x', join(archives, archive), join(folder, 'root')]);
  rmSync(archives, { recursive: true });
}

/** The plug-in as a shop installs it: its sources with the client for PHP. */
export function packPlugin(target: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(SOURCE, target, { recursive: true });
  rmSync(join(target, 'shop.json'));
  cpSync('libs/sdk-php/src', join(target, 'client'), { recursive: true });
  cpSync('LICENSE', join(target, 'client', 'LICENSE'));
}
