/**
 * Builds the pages that the gateway serves at /docs in test mode: `node tools/docs-site/build.ts <folder>`. The pages are the
 * Markdown files of docs and of the client libraries as HTML. The API document is rendered in the browser.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { assets } from './assets.ts';
import { renderSite } from './site.ts';

const root = resolve(import.meta.dirname, '../..');
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('the folder of the pages is needed: build.ts <folder>');
const output = resolve(root, target);
rmSync(output, { recursive: true, force: true });
for (const [path, html] of renderSite(root)) write(`${path}.html`, Buffer.from(html));
for (const [name, bytes] of assets(root)) write(`assets/${name}`, bytes);
cpSync(join(root, 'node_modules/openapi-explorer/LICENSE'), join(output, 'assets/openapi-explorer.license.txt'));

/** Each file is there twice: as it is, and compressed. */
function write(name: string, bytes: Buffer): void {
  const path = join(output, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
