/** Writes styles and script of the pages, minified, into a folder: node apps/checkout/browser/build.ts <folder> */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { build } from 'esbuild';
import { twoThemes } from './two-themes.ts';

const palette: Plugin = {
  name: 'palette',
  setup(plugins) {
    plugins.onLoad({ filter: /palette\.css$/ }, ({ path }) => ({
      contents: twoThemes(readFileSync(path, 'utf8')),
      loader: 'css',
    }));
  },
};

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('a folder is needed: build.ts <folder>');
await build({
  entryPoints: ['page.css', 'page.ts'].map((name) => join(import.meta.dirname, name)),
  outdir: folder,
  bundle: true,
  minify: true,
  plugins: [palette],
  target: ['es2020', 'safari14'],
  format: 'iife',
  // of the options of the compiler none matters to it
  tsconfigRaw: {},
});
