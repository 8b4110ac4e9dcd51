/**
 * Builds the dashboard's files as the gateway serves them: `node apps/dashboard/build/main.ts <folder>`. Each file is there as it is
 * and compressed; `routes.json` lists the paths that are pages.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { build } from 'vite';
import { paths } from '../src/urls/paths.ts';
import { scriptBytes, sizeFaults } from './script-sizes.ts';

const COMPRESSIBLE = new Set(['.html', '.js', '.css', '.svg', '.png', '.webmanifest']);
const root = resolve(import.meta.dirname, '..');
const [target] = process.argv.slice(2);
if (target === undefined) throw new Error('the folder of the files is needed: main.ts <folder>');
const outDir = resolve(target);

await build({
  root,
  base: '/dashboard/',
  configFile: false,
  logLevel: 'warn',
  resolve: { tsconfigPaths: true },
  build: {
    outDir,
    emptyOutDir: true,
    // a policy without `data:` loads files only
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: 'manifest.json',
    // packages name the server's side, which there is none of
    rolldownOptions: { checks: { moduleLevelDirective: false, bundlerTimings: false } },
  },
});

// a browser asks for the worker by its name, each time anew
await build({
  root,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  resolve: { tsconfigPaths: true },
  build: {
    outDir,
    emptyOutDir: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(root, 'src/push/push-worker.ts'),
      output: { format: 'iife', entryFileNames: 'push-worker.js' },
      checks: { bundlerTimings: false },
    },
  },
});

const manifestFile = join(outDir, 'manifest.json');
const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest;
rmSync(manifestFile);
for (const entry of readdirSync(outDir, { recursive: true, withFileTypes: true }))
  if (entry.isFile() && COMPRESSIBLE.has(extname(entry.name))) compress(join(entry.parentPath, entry.name));
writeFileSync(join(outDir, 'routes.json'), JSON.stringify(paths));

const sizes = scriptBytes(manifest, (file) => readFileSync(join(outDir, `${file}.gz`)).length);
console.log(sizes.map(({ page, bytes }) => `${page} ${(bytes / 1_000).toFixed(1)} kB`).join(', '));
const faults = sizeFaults(sizes);
if (faults.length > 0) throw new Error(faults.join('\n'));

function compress(path: string): void {
  writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
}
