import { expect, test } from '@jest/globals';
import type { Metafile } from 'esbuild';
import { packageFolder, packagesTwice } from './bundled-packages.js';

type Inputs = Metafile['inputs'];

/** Files by their path, each with its imports: specifier and file. */
function inputs(files: Readonly<Record<string, Readonly<Record<string, string>>>>): { readonly inputs: Inputs } {
  const described = Object.entries(files).map(([path, imports]) => [
    path,
    {
      bytes: 1,
      imports: Object.entries(imports).map(([original, to]) => ({ original, path: to, kind: 'import-statement' })),
    },
  ]);
  return { inputs: Object.fromEntries(described) as Inputs };
}

test('a package with separate entries for import and require is found twice', () => {
  const files = inputs({
    'dist/a.js': { two: 'node_modules/two/index.mjs' },
    'node_modules/b/index.js': { two: 'node_modules/two/index.cjs' },
    'node_modules/two/index.mjs': { './inner.mjs': 'node_modules/two/inner.mjs' },
    'node_modules/two/index.cjs': {},
  });
  expect(packagesTwice(files)).toEqual(['node_modules/two as two']);
});

test('a package whose one entry re-exports the other is found once, and so is each of two versions', () => {
  const files = inputs({
    'dist/a.js': {
      one: 'node_modules/one/index.mjs',
      old: 'node_modules/old/index.js',
      'one/part': 'node_modules/one/part.js',
    },
    'node_modules/b/index.js': { one: 'node_modules/one/index.cjs', old: 'node_modules/b/node_modules/old/index.js' },
    'node_modules/one/index.mjs': { './index.cjs': 'node_modules/one/index.cjs' },
    'node_modules/one/index.cjs': {},
  });
  expect(packagesTwice(files)).toEqual([]);
});

test.each([
  ['node_modules/pg/lib/index.js', 'node_modules/pg'],
  ['../a/node_modules/@nestjs/core/index.js', '../a/node_modules/@nestjs/core'],
  ['node_modules/b/node_modules/@a/old/index.js', 'node_modules/b/node_modules/@a/old'],
  ['dist/apps/auth/src/main.js', undefined],
])('%s belongs to %s', (path, folder) => {
  expect(packageFolder(path)).toBe(folder);
});
