/**
 * Builds the pages that the gateway serves at /docs: `node tools/docs-site/build.ts <folder>`. The pages are made from the
 * Markdown files of docs and of the client libraries, and from the API document.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { renderSite } from './site.ts';

const root = resolve(import.meta.dirname, '../..');
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('the folder of the pages is needed: build.ts <folder>');
const output = resolve(root, target);
rmSync(output, { recursive: true, force: true });
for (const [name, text] of renderSite(root)) {
  const path = join(output, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  // each file is there twice: as it is, and compressed
  writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
}
