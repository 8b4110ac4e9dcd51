import { SourceMap } from 'node:module';
import { encode } from '@jridgewell/sourcemap-codec';
import { expect, test } from '@jest/globals';
import { coarseInPackages } from './source-map.js';

/** Two lines of ours around three of a package, and two of one that was compiled elsewhere. */
const map = {
  version: 3,
  file: 'main.js',
  sources: [
    '../../../libs/platform/src/service/run.ts',
    '../../../node_modules/pg/lib/client.js',
    '../../../src/Repository.ts',
  ],
  sourceRoot: '',
  sourcesContent: [],
  names: [],
  mappings: encode([
    [
      [0, 0, 4, 0],
      [8, 0, 4, 9],
    ],
    [
      [0, 1, 20, 0],
      [5, 1, 20, 7],
    ],
    [[0, 1, 30, 0]],
    [[0, 1, 31, 0]],
    [[0, 0, 6, 2]],
    [[0, 2, 40, 0]],
    [[0, 2, 41, 0]],
  ]),
};

const coarse = new SourceMap(coarseInPackages(map));
const originOf = (line: number, column: number): unknown => coarse.findOrigin(line, column);

test('positions of our own stay as they are', () => {
  expect(originOf(1, 9)).toMatchObject({ fileName: map.sources[0], lineNumber: 5, columnNumber: 10 });
  expect(originOf(5, 1)).toMatchObject({ fileName: map.sources[0], lineNumber: 7, columnNumber: 3 });
});

test('of a package the file is known, and one segment is left', () => {
  for (const line of [2, 3, 4]) expect(originOf(line, 6)).toMatchObject({ fileName: map.sources[1] });
  expect(
    coarseInPackages(map)
      .mappings.split(/[;,]/)
      .filter((segment) => segment !== ''),
  ).toHaveLength(5);
});

test('a source that is not here is not named', () => {
  for (const line of [6, 7]) expect(originOf(line, 3)).not.toHaveProperty('fileName', expect.anything());
});
