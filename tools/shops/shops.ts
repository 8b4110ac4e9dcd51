/**
 * `npm run shops -- <shop> [part of a path]` runs the suites of a shop system with Paygate's plug-in. The shop's own packages, which its shop.json pins,
 * are installed below .local/shops at the first time. `npm run shops -- pack <shop> <folder>` writes the plug-in into a folder.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { installMedusa, packProvider } from './medusa.ts';
import { installWordPress, packPlugin } from './wordpress.ts';

const SHOPS = {
  medusa: { install: installMedusa, pack: packProvider, plugin: 'node_modules/medusa-paygate' },
  wordpress: {
    install: installWordPress,
    pack: packPlugin,
    plugin: 'root/usr/share/wordpress/wp-content/plugins/paygate',
  },
} as const;
type ShopName = keyof typeof SHOPS;

const isShop = (name: string): name is ShopName => name in SHOPS;
const [first = '', ...rest] = process.argv.slice(2);
const [packed = '', target = ''] = rest;
if (isShop(first)) process.exitCode = run(first, rest);
else if (first === 'pack' && isShop(packed) && target !== '')
  SHOPS[packed].pack(resolve(process.env['INIT_CWD'] ?? '.', target));
else
  throw new Error(
    `npm run shops -- <shop> [part of a path] or pack <shop> <folder>; shops: ${Object.keys(SHOPS).join(', ')}`,
  );

function run(name: ShopName, words: readonly string[]): number {
  const { install, pack, plugin } = SHOPS[name];
  const folder = resolve('.local/shops', name);
  const stamp = join(folder, 'installed');
  const pinned = createHash('sha256')
    .update(readFileSync(`integrations/${name}/shop.json`))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== pinned) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    install(folder);
    writeFileSync(stamp, pinned);
  }
  pack(join(folder, plugin));
  const suites = words.length === 0 ? [`shops/${name}`] : words.map((word) => `shops/${name}.*${word}`);
  const { status } = spawnSync(process.execPath, ['deploy/local/launch.mjs', 'test', 'shops', ...suites], {
    stdio: 'inherit',
    env: { ...process.env, PAYGATE_SHOP: folder },
  });
  return status ?? 1;
}
