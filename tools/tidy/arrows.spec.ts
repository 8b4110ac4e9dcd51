import { expect, test } from '@jest/globals';
import { againstArrows } from './arrows.js';

const rooms = {
  path: 'apps/charging/src/rooms.json',
  text: JSON.stringify({
    books: { uses: [], tables: ['transfer'] },
    holds: { uses: ['books'], tables: ['hold'] },
    readers: { uses: ['holds', 'books'], tables: ['statement_line'] },
  }),
};
const findings = (path: string, text: string): readonly string[] =>
  againstArrows([rooms, { path: `apps/charging/src/${path}`, text }]).map(({ message }) => message);

test('a room imports the rooms that it uses, and what is directly below src', () => {
  expect(findings('books/sums/a.ts', "import type { Hold } from '../../holds/hold.js';\n")).toEqual([
    'books imports holds, which is no room that it uses',
  ]);
  expect(findings('holds/a.ts', "import { Lines } from '../readers/lines.js';\n")).toEqual([
    'holds imports readers, which is no room that it uses',
  ]);
  expect(findings('holds/a.ts', "import { Other } from '../unlisted/other.js';\n")).toEqual([
    'holds imports unlisted, which is no room that it uses',
  ]);
  const allowed = ["'../config.js'", "'./b.js'", "'../books/ledger/posting.js'", "'@paygate/platform'"];
  expect(findings('holds/a.ts', allowed.map((from) => `import { a } from ${from};\n`).join(''))).toEqual([]);
  expect(findings('holds/a.spec.ts', "import { Lines } from '../readers/lines.js';\n")).toEqual([]);
});

test.each([
  'SELECT amount FROM hold h',
  'SELECT FROM transfer t JOIN hold ON true',
  'SELECT FROM transfer t, hold',
  "UPDATE hold SET state = 'voided'",
  'INSERT INTO hold (hold_id)\n SELECT 1',
  'DELETE FROM ONLY hold',
])('the SQL of a room names no table of a room above it: %s', (sql) => {
  expect(findings('books/a.ts', `const sql = \`${sql}\`;\n`)).toEqual([
    'books reads hold of holds, which is no room that it uses',
  ]);
  expect(findings('readers/a.ts', `const sql = \`${sql}\`;\n`)).toEqual([]);
});

test('nor does a schema of TypeORM', () => {
  const schema = "new EntitySchema({\n  name: 'statement_line',\n});\n";
  expect(findings('holds/a.ts', schema)).toEqual([
    'holds reads statement_line of readers, which is no room that it uses',
  ]);
  expect(findings('readers/a.ts', schema)).toEqual([]);
});

test('each table of the migrations belongs to a room', () => {
  expect(findings('migrations/1-a.ts', '`CREATE TABLE hold (); CREATE TABLE batch ()`')).toEqual([
    'no room has the table batch',
  ]);
});
