/** Writes styles and script of the pages, minified, into a folder: node apps/checkout/browser/build.ts <folder> */
import { join } from 'node:path';
import { build } from 'esbuild';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('a folder is needed: build.ts <folder>');
await build({
  entryPoints: ['page.css', 'page.ts'].map((name) => join(import.meta.dirname, name)),
  outdir: folder,
  minify: true,
  target: ['es2020', 'safari14'],
  format: 'iife',
  // of the options of the compiler none matters to it
  tsconfigRaw: {},
});
