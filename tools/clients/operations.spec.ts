import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Operation {
  readonly operationId: string;
  readonly security: readonly object[];
}
const document = JSON.parse(readFileSync('docs/api/openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));

test('guarantees that a client calls every operation that takes an API key without a user token beside it', () => {
  const sources = globSync('libs/sdk-{node,browser}/src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
  const called = sources.flatMap((source) => [...source.matchAll(/\w<'(\w+)'>\(/g)].map(([, id]) => id));
  const takesKey = ({ security }: Operation): boolean =>
    security.some((scheme) => ('secretKey' in scheme || 'publishableKey' in scheme) && !('userToken' in scheme));
  const ids = operations.filter(takesKey).map(({ operationId }) => operationId);
  expect(ids.length).toBeGreaterThan(25);
  expect(ids.filter((id) => !called.includes(id))).toEqual([]);
});

/** Of what is written by hand of a client that is made of the API document. */
const LINES_MAX = 400;
const isCode = (line: string): boolean => line.trim() !== '' && !/^\s*(#(?!\[)|\/\/|\/?\*)/.test(line);

test.each([
  ['Python', 'libs/sdk-python/src/paygate_client/*.py', /"""[^]*?"""/g],
  ['PHP', 'libs/sdk-php/src/*.php', /\/\*[^]*?\*\//g],
] as const)('the client for %s has at most 400 lines of code by hand', (_, files, comments) => {
  const lines = globSync(files).flatMap((file) => readFileSync(file, 'utf8').replaceAll(comments, '').split('\n'));
  const count = lines.filter(isCode).length;
  expect(count).toBeGreaterThan(300);
  expect(count).toBeLessThanOrEqual(LINES_MAX);
});
