import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Clock } from '../time/clock.js';
import { Database } from '../database/database.js';
import { textArray } from '../database/text-array.js';
import { Logger } from '../telemetry/logger.js';
import type { FreshDatabase } from './fresh-database.js';
import { freshDatabase } from './fresh-database.js';

let fresh: FreshDatabase;
let database: Database;

beforeAll(async () => {
  fresh = await freshDatabase();
  const logger = new Logger({ service: 'suite', instance: 'suite-1', level: 'error' });
  const options = { url: fresh.url, poolSize: 1, applicationName: 'suite', clock: new Clock(), logger };
  database = await Database.open(options);
  await database.ready;
});
afterAll(async () => {
  await database.close();
  await fresh.drop();
});

const statement = {
  name: 'texts',
  text: `SELECT n::integer AS n, item, octet_length(item) AS bytes
           FROM unnest($1::text[]) WITH ORDINALITY AS given (item, n) ORDER BY n`,
};
const received = async (texts: readonly (string | null)[]) =>
  (
    await database.query<{ item: string | null; bytes: number | null }>({ ...statement, values: [textArray(texts)] })
  ).map(({ item, bytes }) => ({ item, bytes }));
const sent = (texts: readonly (string | null)[]) =>
  texts.map((item) => ({ item, bytes: item === null ? null : Buffer.byteLength(item) }));

it.each<[string, (string | null)[]]>([
  ['nothing', []],
  ['one empty text', ['']],
  ['nothing but null', [null, null]],
  ['null among others', ['a', null, 'NULL', '', null]],
  ['what an array literal would escape', ['{"a":"b\\"c"}', '{}', ',', '"', '\\', ' a ', "'", '{{1},{2}}']],
  ['other alphabets', ['é', 'Ωμέγα', '漢字', '🦓', '\u{1F1E8}\u{1F1F2}', '\u0001\n\t']],
  ['many long texts', Array.from({ length: 300 }, (_, index) => `${'é"\\'.repeat(index)}${String(index)}`)],
])('%s arrives as it was sent', async (_what, texts) => {
  expect(await received(texts)).toEqual(sent(texts));
});

it('a text that PostgreSQL cannot hold is refused, and the connection goes on', async () => {
  await expect(received(['a\0b'])).rejects.toMatchObject({ code: '22021' });
  expect(await received(['a'])).toEqual(sent(['a']));
});
