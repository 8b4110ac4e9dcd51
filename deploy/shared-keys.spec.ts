import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Principal } from '@paygate/contracts';
import { pairOf, principals, sealedPairsOf } from '@paygate/contracts';
import { sharedKeysOf } from '@paygate/messaging';
import { repositoryRoot } from './local/paths.ts';
import { messageKeyOwners, sealKeyOwners } from './local/secrets/shared-keys.ts';

test.each(principals)('%s gets the keys of the messages that it sends and reads, and no others', (principal) => {
  expect(messageKeyOwners(principal).toSorted()).toEqual(sharedKeysOf(principal));
});

test.each(principals)('%s gets the keys of the secrets that it seals and opens, and no others', (principal) => {
  expect(sealKeyOwners(principal)).toEqual(sealedPairsOf(principal));
});

test('a secret between two principals is opened by no third one', () => {
  for (const one of principals)
    for (const other of principals.filter((name) => name !== one)) {
      const holders = principals.filter((name) => sealKeyOwners(name).includes(pairOf(one, other)));
      expect([[], [one, other].toSorted()]).toContainEqual(holders.toSorted());
    }
});

test.each(principals)('the page on rotation lists the keys of %s', (principal: Principal) => {
  const page = readFileSync(join(repositoryRoot, 'docs', 'operations', 'key-rotation.md'), 'utf8');
  const row = page.split('\n').find((line) => line.startsWith(`| ${principal} `));
  const [pairs, events, seals] = (row ?? '')
    .split('|')
    .slice(2)
    .map((cell) => cell.split(',').map((name) => name.trim() as Principal))
    .map((names) => names.filter((name) => name.length > 0));
  const withSelf = (names: readonly Principal[] = []): string[] => names.map((name) => pairOf(principal, name));
  expect([...withSelf(pairs), ...(events ?? [])].sort()).toEqual(sharedKeysOf(principal));
  expect(withSelf(seals).sort()).toEqual(sealKeyOwners(principal));
});
