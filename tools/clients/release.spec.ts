import { execFileSync } from 'node:child_process';
import { expect, test } from '@jest/globals';
import type { Candidate } from './release-checks.js';
import { releaseFaults } from './release-checks.js';

const good: Candidate = {
  name: '@paygate/node',
  version: '1.2.0',
  changelog: '# Changes\n\n## 1.2.0\n\nLists.\n\n## 1.1.0\n\nMore.\n',
};
const faultsOf = (changed: Partial<Candidate>): readonly string[] => releaseFaults([{ ...good, ...changed }]);

test('packages with their version and their entry can be released', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ changelog: '# Changes\n\n## 1.2.0\n\nThe first.\n', sentVersion: '1.2.0' })).toEqual([]);
});

test.each<[string, Partial<Candidate>, RegExp]>([
  ['a version without an entry', { version: '1.3.0' }, /newest entry of CHANGELOG.md is 1\.2\.0, not 1\.3\.0/],
  ['a changelog without entries', { changelog: '# Changes\n' }, /is missing/],
  ['an empty entry', { changelog: '# Changes\n\n## 1.2.0\n\n## 1.1.0\n\nMore.\n' }, /is empty/],
  ['an empty entry at the end', { changelog: '# Changes\n\n## 1.2.0\n' }, /is empty/],
  ['what is no version', { version: 'latest', changelog: '## latest\n\nNew.\n' }, /latest is no version/],
  ['a client that sends another version', { sentVersion: '1.1.0' }, /says that it is 1\.1\.0/],
])('%s is named', (_name, changed, fault) => {
  expect(faultsOf(changed)).toEqual([expect.stringMatching(fault)]);
});

test('a package that needs another version of its peer is named', () => {
  const react = { ...good, name: '@paygate/react', peerDependencies: { '@paygate/browser': '^1.1.0', react: '>=18' } };
  const faults = releaseFaults([{ ...good, name: '@paygate/browser' }, react]);
  expect(faults).toEqual(['@paygate/react: needs @paygate/browser ^1.1.0, and that is 1.2.0']);
});

test('a dry run of the clients as they are packs them and prints the commands', () => {
  const output = execFileSync('node', ['tools/clients/release.ts', '--dry-run'], { encoding: 'utf8' });
  const commands = output.split('\n').filter((line) => line.includes('npm publish'));
  expect(commands.map((line) => /paygate-(\w+)-\d+\.\d+\.\d+\.tgz --access public$/.exec(line)?.[1])).toEqual([
    ...['node', 'browser', 'react', 'cli'],
  ]);
});
