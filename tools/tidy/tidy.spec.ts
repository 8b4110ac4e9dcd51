import { expect, test } from '@jest/globals';
import { tidy } from './tidy.js';

const messages = (path: string, text = '') => tidy([{ path, text }]).map((finding) => finding.message);

test.each([
  ['dist/apps/intents/src/main.js', '', 'build output and local data are never tracked'],
  ['libs/platform/src/utils/text.ts', '', 'a folder is named for what it holds'],
  ['apps/intents/src/intent.manager.ts', '', 'a file is named for what it does'],
  ['apps/intents/jest.config.mjs', '', 'there is one configuration of each tool, at the root'],
  [
    'apps/intents/tsconfig.json',
    '{ "compilerOptions": {} }',
    'compiler options are in tsconfig.base.json, the same for all',
  ],
  ['apps/intents/src/index.ts', '', 'no barrel inside an app'],
  ['apps/intents/src/a.ts', `// ${'TO' + 'DO'} later`, 'loose ends are finished or recorded, not left in the code'],
  ['apps/intents/src/a.spec.ts', ['it', 'skip("x", run)'].join('.'), 'a test runs or does not exist'],
  [
    'apps/intents/src/a.spec.ts',
    ['jest', 'mock("./b.js")'].join('.'),
    'modules are shared by all spec files of a worker and are not replaced',
  ],
  [
    'apps/intents/src/a.ts',
    'const seen = new Map<string, number>();',
    'a module keeps no state: it belongs to an object, or to the list of caches in tools/tidy',
  ],
  [
    'libs/platform/src/a.ts',
    'let last: string | undefined;',
    'a module keeps no state: it belongs to an object, or to the list of caches in tools/tidy',
  ],
  [
    'apps/intents/src/a.ts',
    `// eslint-disable\n`,
    'a rule is switched off for one line and with its reason, or not at all',
  ],
  [
    'apps/intents/src/a.ts',
    '`UPDATE a SET b = 1 WHERE id IN (SELECT id FROM a WHERE c LIMIT 5 FOR UPDATE SKIP LOCKED)`',
    'a sub-select with a LIMIT is an array, `= ANY (ARRAY (SELECT …))`, because a set may be evaluated several times',
  ],
  [
    'apps/intents/src/a.ts',
    '`DELETE FROM a WHERE ctid = ANY (ARRAY (SELECT ctid FROM a LIMIT 5))`;',
    'rows that are deleted in batches are locked with SKIP LOCKED first, so that no statement waits for old rows',
  ],
  ['package-lock.json', '"resolved": "https://somewhere"', 'the lockfile carries no download addresses'],
  ['apps/intents/src/a.ts', 'x\n'.repeat(301), 'a source file has at most 300 lines'],
  ['docs/a.md', 'see /' + 'home/somebody/paygate', 'no path of somebody’s machine'],
  [
    'apps/intents/src/main.ts',
    'a();\n'.repeat(5),
    'main.ts only calls runService; what is common lives in libs/platform',
  ],
])('refuses %s', (path, text, message) => {
  expect(messages(path, text)).toEqual([message]);
});

test.each([
  '`DELETE FROM a WHERE ctid = ANY (ARRAY (SELECT ctid FROM a LIMIT 5 FOR UPDATE SKIP LOCKED))`;',
  '`DELETE FROM a WHERE id = $1`; const text = `SELECT id FROM a LIMIT 5`;',
  '`SELECT a FROM b WHERE c IN (SELECT c FROM d) LIMIT 5`;',
])('accepts %s', (text) => {
  expect(messages('apps/intents/src/a.ts', text)).toEqual([]);
});

test('accepts an ordinary file', () => {
  expect(messages('apps/intents/src/domain/intent.ts', 'export const one = 1;\n')).toEqual([]);
});

test('refuses a folder with more than 20 files directly in it', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, index) => ({ path: `${folder}/${index}.ts`, text: '' }));
  expect(tidy([...files('apps/intents/src', 20), ...files('apps/intents/src/domain', 20)])).toEqual([]);
  expect(tidy(files('apps/intents/src', 21))).toEqual([
    { path: 'apps/intents/src', message: 'a folder has at most 20 files directly in it, not 21' },
  ]);
});

test('refuses features of a project that import each other in a circle, by type imports alone', () => {
  const imports = (path: string, from: string) => ({ path, text: `import type { A } from '${from}';\n` });
  const circle = [
    imports('apps/intents/src/creation/a.ts', '../reading/lists/b.js'),
    imports('apps/intents/src/reading/lists/b.ts', '../../expiry/c.js'),
    imports('apps/intents/src/expiry/c.ts', '../creation/d.js'),
  ];
  expect(tidy(circle).map(({ message }) => message)).toEqual([
    'features import each other in a circle: apps/intents/src/creation → apps/intents/src/reading → ' +
      'apps/intents/src/expiry → apps/intents/src/creation',
  ]);
  expect(tidy(circle.slice(1))).toEqual([]);
});

test('takes a file beside the features for one, and the parts of deploy for projects', () => {
  const imports = (path: string, from: string) => ({ path, text: `import type { A } from '${from}';\n` });
  const besideFeatures = [
    imports('apps/intents/src/config.ts', './rails/credentials.js'),
    imports('apps/intents/src/rails/rails.ts', '../config.js'),
  ];
  const inDeploy = [
    imports('deploy/local/engines/kafka.ts', '../stack/principals.ts'),
    imports('deploy/local/stack/boot.ts', '../engines/engines.ts'),
  ];
  expect(tidy([...besideFeatures, ...inDeploy]).map(({ message }) => message)).toEqual([
    'features import each other in a circle: apps/intents/src/config → apps/intents/src/rails → apps/intents/src/config',
    'features import each other in a circle: deploy/local/engines → deploy/local/stack → deploy/local/engines',
  ]);
  expect(tidy([imports('apps/intents/src/app.module.ts', './rails/rails.js'), ...besideFeatures.slice(1)])).toEqual([]);
});

test('takes the folders of a subject for features', () => {
  const imports = (path: string, from: string) => ({ path, text: `import type { A } from '${from}';\n` });
  const circle = [
    imports('apps/otp/src/messages/sending/send.ts', '../texts/text.js'),
    imports('apps/otp/src/messages/texts/text.ts', '../sending/job.js'),
  ];
  expect(tidy(circle).map(({ message }) => message)).toEqual([
    'features import each other in a circle: apps/otp/src/messages/sending → apps/otp/src/messages/texts → ' +
      'apps/otp/src/messages/sending',
  ]);
});
