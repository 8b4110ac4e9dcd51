/** Medusa as its packages have it, in a folder of its own: nothing of it is in the root's lockfile. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SOURCE = 'integrations/medusa';

/** Installs the pinned packages, without scripts of theirs. */
export function installMedusa(folder: string): void {
  const { npm } = JSON.parse(readFileSync(`${SOURCE}/shop.json`, 'utf8')) as { npm: Record<string, string> };
  const manifest = { name: 'shop', private: true, type: 'module', dependencies: npm };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The plug-in as Medusa loads it, with the client for Node.js beside it. */
export function packProvider(target: string): void {
  const client = resolve(target, '../@paygate/node');
  execFileSync('nx', ['run', 'sdk-node:package'], { stdio: 'inherit' });
  for (const folder of [target, client]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  cpSync('dist/packages/sdk-node', client, { recursive: true });
  cpSync(SOURCE, target, { recursive: true, filter: (path) => !/\/(src|shop\.json)$/.test(path) });
  cpSync(`${SOURCE}/src`, join(target, '.medusa/server/src'), { recursive: true });
}
