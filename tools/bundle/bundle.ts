/**
 * The last step of `npm run build`: of every service one folder, dist/services/<app>, with all that it runs, packages too.
 * A process that reads a few files is ready sooner than one that looks for two thousand (docs/adr/0024-services-as-bundles.md).
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fingerprint } from './fingerprint.ts';
import { bundleService } from './service-bundle.ts';

const root = resolve(import.meta.dirname, '../..');
const built = join(root, 'dist', 'apps');
const services = readdirSync(built).filter((app) => existsSync(join(built, app, 'src', 'main.js')));

const common = fingerprint([join(root, 'package-lock.json'), import.meta.dirname, join(root, 'dist', 'libs')]);
for (const app of services) {
  const madeOf = join(root, 'dist', 'services', app, 'made-of.txt');
  const wanted = `${common} ${fingerprint([join(built, app)])}`;
  // most builds change one service, or none
  if (existsSync(madeOf) && readFileSync(madeOf, 'utf8') === wanted) continue;
  rmSync(madeOf, { force: true });
  await bundleService(root, app);
  writeFileSync(madeOf, wanted);
}
