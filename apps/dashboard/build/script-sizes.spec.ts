import { expect, test } from '@jest/globals';
import type { Manifest } from 'vite';
import { scriptBytes, sizeFaults } from './script-sizes.js';

const chunk = (file: string, imports: string[] = []) => ({ file, imports });
const manifest = {
  'index.html': chunk('main.js', ['_react.js']),
  '_react.js': chunk('react.js'),
  'src/i18n/fr.ts': chunk('fr.js'),
  'src/shell/shell.tsx': chunk('shell.js', ['_react.js']),
  'src/pages/sign-in/sign-in-page.tsx': chunk('sign-in.js', ['index.html']),
  'src/pages/payments/payments-page.tsx': chunk('payments.js', ['index.html', '_table.js']),
  '_table.js': chunk('table.js', ['src/shell/shell.tsx']),
} as unknown as Manifest;
const sizes = (bytes: Readonly<Record<string, number>>) => scriptBytes(manifest, (file) => bytes[file] ?? 0);

test('the script of a page is its own, that of the entry and of all imports, each once', () => {
  const [signIn, payments] = sizes({
    ...{ 'main.js': 1, 'react.js': 10, 'fr.js': 100, 'sign-in.js': 1_000 },
    ...{ 'payments.js': 10_000, 'table.js': 100_000, 'shell.js': 1_000_000 },
  });
  expect([signIn?.bytes, payments?.bytes]).toEqual([1_111, 1_110_111]);
});

test('a page above its bound is named, one at its bound is not', () => {
  expect(sizeFaults(sizes({ 'sign-in.js': 150_000, 'payments.js': 185_001 }))).toEqual([
    'payments: 185001 bytes of script, at most 185000',
  ]);
});

test('a bounded page that the build does not have is a fault', () => {
  expect(() => scriptBytes({ 'index.html': chunk('main.js') }, () => 0)).toThrow('no chunk of');
});
