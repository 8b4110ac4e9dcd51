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
