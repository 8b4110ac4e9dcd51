import { expect, test } from '@jest/globals';
import { deadLinks } from './links.js';

const found = (path: string, text: string) =>
  deadLinks([
    { path, text },
    { path: 'docs/guides/links.md', text: '' },
    { path: 'apps/auth/src/main.ts', text: '' },
  ]).map(({ message }) => message);

test.each([
  ['README.md', 'The [guide](docs/guides/link.md#uses)'],
  ['docs/model/README.md', 'read [main.ts](../../apps/auth/main.ts) and [the guides](../guides)'],
  ['docs/guides/fr/account.md', '[liens](../links.md)'],
])('in %s, %j leads nowhere', (path, text) => {
  expect(found(path, text)).toEqual([expect.stringContaining('no file for the link')]);
});

test.each([
  [
    'README.md',
    '[guide](docs/guides/links.md#uses), [code](apps/auth/src/), [site](https://pay.example/a), [top](#top)',
  ],
  ['docs/guides/fr/account.md', '[liens](links.md), [page](/docs/en)'],
  ['docs/guides/account.md', '```md\n[a](b.md)\n```'],
])('in %s, %j is as it should be', (path, text) => {
  expect(found(path, text)).toEqual([]);
});
