import { expect, test } from '@jest/globals';
import { frenchSpaces } from './french.js';

const GUIDE = 'docs/guides/fr/solde.md';
const TEXTS = 'apps/dashboard/src/i18n/fr-api.ts';
const MAILS = 'apps/otp/src/messages/texts/receipt-text.ts';
const found = (path: string, text: string) => frenchSpaces([{ path, text }]).length;

test.each([
  [GUIDE, 'Deux choses : une'],
  [GUIDE, 'Deux choses ;\nune'],
  [GUIDE, 'Vraiment !'],
  [GUIDE, 'Vraiment ?'],
  [GUIDE, 'Deux choses\n: une'],
  [GUIDE, '## Pourquoi ?'],
  [GUIDE, '| Quoi ? | Oui |'],
  [GUIDE, '**Relevés** : un fichier'],
  [GUIDE, 'La page « Paiements »'],
  [GUIDE, 'La page «\u00a0Paiements »'],
  [GUIDE, 'Deux choses: une'],
  [GUIDE, 'Vraiment!'],
  [GUIDE, 'La page «Paiements»'],
  [TEXTS, "const t = { help: 'Besoin d’aide ?' };"],
  [TEXTS, 'const t = { of: (n) => `${n} : lu` };'],
  [MAILS, "const t = { colon: ' : ' };"],
])('in %s, %j has another space', (path, text) => {
  expect(found(path, text)).toBe(1);
});

test.each([
  [GUIDE, 'Deux choses\u00a0: une\u202f; vraiment\u202f! Oui\u00a0? La page «\u00a0Paiements\u00a0»'],
  [GUIDE, 'À 14:05, sur https://pay.example/a?b=1 avec `a ? b : c` et [ici](http.md:1)'],
  [GUIDE, '```ts\nconst a = b ? c : d;\n```'],
  [GUIDE, '- liste\n  ```ts\n  const a = b ? c : d;\n  ```'],
  [GUIDE, '| Quoi | Oui |\n| --- | :-- |'],
  [TEXTS, "const t = a ? 'oui' : 'non';"],
  [TEXTS, "const t = 'En-tête `x : y` et \u00a0: z';"],
  [MAILS, 'function receiptSms() { return `Référence : ${id}`; }'],
  [MAILS, "const t = { colon: ': ' };"],
  ['docs/guides/balance.md', 'Not French : at all !'],
  ['libs/palette/src/index.ts', "const t = 'a : b';"],
])('in %s, %j is as it should be', (path, text) => {
  expect(found(path, text)).toBe(0);
});
