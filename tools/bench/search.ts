import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import type { RawRequest } from './load/raw-http.js';
import { RawConnection } from './load/raw-http.js';
import type { Figure } from './report.js';
import { atMost } from './report.js';
import { percentile } from './statistics/statistics.js';

/** The p95 of a search as a multiple of that of the first page of a list. */
const RATIO_GOAL = 2;
/** Bytes of an entry with its indexes: far within those of a paid intent. */
const BYTES_GOAL = 2_000;
/** Rows of a full run; `SEARCH_ROWS` gives another number. The service indexes about a thousand a second. */
const ROWS: Readonly<Record<Length, number>> = { full: 1_000_000, smoke: 500 };
const ASKED: Readonly<Record<Length, number>> = { full: 400, smoke: 20 };
const INDEXED_WITHIN_MS = 3_600_000;
const YEAR_WEEKS = 52;

/** Typed texts: of few payments, of one in a hundred, and of all of them. */
const TEXTS: readonly ((n: number) => string)[] = [
  (n) => `cmd ${String(n)}`,
  (n) => String(10_000 + (n % 50_000)),
  (n) => `client ${String(n)}`,
  (n) => `article${String(n % 100)}`,
  () => 'pagne',
  () => 'cmd',
  (n) => `MP2611${String(n)}.A1`,
  (n) => `677 59 ${String(n).padStart(4, '0').slice(-4)}`,
  () => 'introuvable',
];

/** Searches beside the list, in turns, of a merchant that has all the payments of a year. */
export async function searchBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const rows = Number(process.env['SEARCH_ROWS'] ?? ROWS[length]);
  const url = new URL(stack.facts.postgres);
  url.pathname = '/paygate_intents';
  const headers = { 'x-api-key': stack.facts.merchant.secretKey, 'content-type': 'application/json' };
  let connection = await RawConnection.open(stack.gateway);
  const timed = async (request: Omit<RawRequest, 'headers'>): Promise<number> => {
    const begun = performance.now();
    const { status, body } = await connection.ask({ ...request, headers });
    if (status >= 400) throw new Error(`${request.path} answered ${String(status)}: ${body.toString('utf8')}`);
    return performance.now() - begun;
  };
  const search = (n: number): Promise<number> => {
    const text = TEXTS[n % TEXTS.length]?.((n * 7_919) % rows);
    return timed({ method: 'POST', path: '/gateway/search', body: JSON.stringify({ q: text }) });
  };
  try {
    // whose row tells the merchant
    await timed({ method: 'POST', path: '/gateway', body: JSON.stringify({ amount: '500', currency: 'XAF' }) });
    let bytes = NaN;
    await withClient(url.toString(), async (client) => {
      bytes = await seed(client, rows);
    });
    // the gateway has closed the first one, which was idle for so long
    connection.close();
    connection = await RawConnection.open(stack.gateway);
    const times: Readonly<Record<'list' | 'search', number[]>> = { list: [], search: [] };
    for (let n = 0; n < TEXTS.length * 2; n++) await search(n);
    for (let n = 0; n < ASKED[length]; n++) {
      times.list.push(await timed({ method: 'GET', path: '/gateway' }));
      times.search.push(await search(n));
    }
    const [list, found] = [percentile(times.list, 0.95), percentile(times.search, 0.95)];
    const note = `${String(rows)} payments of one merchant`;
    return [
      { what: 'first page of a list, p95', unit: 'ms', value: list, note },
      { what: 'search by a text, p95', unit: 'ms', value: found, note },
      atMost(RATIO_GOAL, { what: 'search by a text as a multiple of a list, p95', unit: 'ratio', value: found / list }),
      atMost(BYTES_GOAL, { what: 'entry of the search, with its indexes', unit: 'bytes', value: bytes, note }),
    ];
  } finally {
    connection.close();
  }
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** Payments of the past year; returns the bytes of an entry once the service has made all of them. */
async function seed(client: Client, rows: number): Promise<number> {
  await client.query(
    `INSERT INTO intent (id, merchant_id, mode, amount, currency, description, metadata, reference, created_at, expires_at,
       status, terminal_event_id, amount_refunded, event_sequence, version, updated_at)
     SELECT 'pi_' || lpad(n::text, 26, '0'), (SELECT max(merchant_id) FROM intent WHERE mode = 'test'), 'test', 10000 + n % 50000, 'XAF', 'Pagne article' || n % 100,
       '{"customer":"Client ' || n || '"}', 'CMD-' || n, moment, moment + interval '1 day', 'CANCELED', 'evt_' || n, 0, 1, 1, moment
     FROM generate_series(1, $1::integer) AS n,
       LATERAL (SELECT clock_timestamp() - n * interval '${String(YEAR_WEEKS)} weeks' / $1::integer) AS t (moment)`,
    [rows],
  );
  const end = Date.now() + INDEXED_WITHIN_MS;
  while ((await client.query('SELECT FROM intent_search_due LIMIT 1')).rowCount !== 0) {
    if (Date.now() > end) throw new Error('the payments were not indexed');
    await delay(1_000);
  }
  await client.query('VACUUM ANALYZE intent, intent_search');
  const { rows: sizes } = await client.query<{ bytes: string }>(
    `SELECT (pg_total_relation_size('intent_search') / count(*))::text AS bytes FROM intent_search`,
  );
  return Number(sizes[0]?.bytes);
}
