import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { fingerprint } from './fingerprint.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-fingerprint-'));
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'a.js'), 'one');
  writeFileSync(join(folder, 'b.js'), 'two');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each<[string, () => void]>([
  [
    'contents',
    () => {
      writeFileSync(join(folder, 'inner', 'a.js'), 'other');
    },
  ],
  [
    'a name',
    () => {
      renameSync(join(folder, 'b.js'), join(folder, 'c.js'));
    },
  ],
  [
    'contents that changed places',
    () => {
      writeFileSync(join(folder, 'inner', 'a.js'), 'two');
      writeFileSync(join(folder, 'b.js'), 'one');
    },
  ],
])('another one for other %s', (_, change) => {
  const before = fingerprint([folder]);
  change();
  expect(fingerprint([folder])).not.toBe(before);
});

test('the same for files that were written again', () => {
  const before = fingerprint([folder]);
  writeFileSync(join(folder, 'b.js'), 'two');
  expect(fingerprint([folder])).toBe(before);
});
