import pg from 'pg';
import type { OwnStack } from '../stack/own-stack.js';
import { until } from '../stack/own-stack.js';
import type { Contender } from './contenders.js';
import { startContenders } from './contenders.js';
import type { ClosedLoopJob, ClosedLoopResult } from './load/closed-loop.js';
import { LoadProcess } from './load/load-process.js';
import type { RawRequest } from './load/raw-http.js';
import { cpuBetween, cpuTimes, sumOf } from './process-cpu.js';
import { program } from './programs.js';
import type { Figure } from './report.js';
import { atMostOf } from './report.js';
import type { Spread } from './statistics.js';
import { shuffled, spreadOf } from './statistics.js';

export interface ManyIntentsOptions {
  /** How many lie in the full table, evenly over a thousand merchants. */
  readonly intents: number;
  readonly rounds: number;
  readonly roundMs: number;
  /** Rounds that begin with PostgreSQL's own cache empty; that of the operating system is not. */
  readonly coldRounds: number;
}

const MERCHANTS = 1_000;
const CONNECTIONS = 48;
const WARM_UP_MS = 15_000;
const RESTART_MS = 60_000;
const PROBE_MS = 100;
/** The most that a full table may cost, as a multiple of an empty one. */
const GOAL = 1.2;

const tables = ['few', 'many'] as const;
type Table = (typeof tables)[number];

/** One measurement: what a request took of time, with all connections busy, and of every process's CPU. */
interface Cost {
  readonly micros: number;
  readonly cpuMicros: number;
}

type Costs = ReadonlyMap<string, Readonly<Record<Table, Cost[]>>>;

/**
 * What creating, reading and listing intents costs with a million of them in the table, against a table that begins empty.
 * Both tables are there all the while and take turns in random order, so that what disturbs the machine disturbs both.
 */
export async function manyIntentsBench(stack: OwnStack, options: ManyIntentsOptions): Promise<readonly Figure[]> {
  const { contenders, stop } = await startContenders(stack, ['kafka']);
  const [gateway] = contenders;
  if (gateway === undefined) throw new Error('the gateway of the bench did not start');
  const load = new LoadProcess<ClosedLoopJob, ClosedLoopResult>(program('load/closed-loop.js'));
  try {
    await measure(load, gateway, { request: gateway.request, durationMs: WARM_UP_MS });
    const turns = await Turns.prepare(stack.facts.postgres, options.intents);
    await serves(load, gateway);
    const warm = new Map<string, Record<Table, Cost[]>>();
    const cold = new Map<string, Record<Table, Cost[]>>();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const table of shuffled(tables)) {
        await turns.take(table);
        await measureAll(load, gateway, { durationMs: options.roundMs, into: warm, table });
      }
      console.log(`  round ${round} of ${options.rounds}: ${lastOf(warm)}`);
    }
    for (let round = 1; round <= options.coldRounds; round += 1) {
      for (const table of shuffled(tables)) {
        await turns.take(table);
        await restartPostgres(stack);
        await serves(load, gateway);
        await measureAll(load, gateway, { durationMs: options.roundMs, into: cold, table });
      }
      console.log(`  cold round ${round} of ${options.coldRounds}: ${lastOf(cold)}`);
    }
    return [...figuresOf(warm, options.intents, 'warm'), ...figuresOf(cold, options.intents, 'cold')];
  } finally {
    load.stop();
    await stop();
  }
}

interface Round {
  readonly durationMs: number;
  readonly into: Map<string, Record<Table, Cost[]>>;
  readonly table: Table;
}

async function measureAll(
  load: LoadProcess<ClosedLoopJob, ClosedLoopResult>,
  gateway: Contender,
  { durationMs, into, table }: Round,
): Promise<void> {
  const { headers } = gateway.request;
  const listed = (query: string): RawRequest => ({ method: 'GET', path: `/gateway${query}`, headers });
  const requests: Readonly<Record<string, RawRequest>> = {
    create: gateway.request,
    'list the newest': listed('?limit=20'),
    'list by status': listed('?limit=20&status=PENDING'),
  };
  for (const [what, request] of Object.entries(requests)) {
    const costs = into.get(what) ?? { few: [], many: [] };
    into.set(what, costs);
    costs[table].push(await measure(load, gateway, { request, durationMs }));
  }
}

async function measure(
  load: LoadProcess<ClosedLoopJob, ClosedLoopResult>,
  { target, roots }: Contender,
  { request, durationMs }: { readonly request: RawRequest; readonly durationMs: number },
): Promise<Cost> {
  const before = cpuTimes(roots);
  const expect = request.method === 'POST' ? 201 : 200;
  const result = await load.run({ target, request, connections: CONNECTIONS, durationMs, expect });
  const cpu = cpuBetween(before, cpuTimes(roots));
  if (result.failures > 0) throw new Error(`${request.path}: ${result.failures} failed: ${result.firstFailure ?? ''}`);
  return { micros: (result.durationMs * 1_000) / result.requests, cpuMicros: sumOf(cpu) / result.requests };
}

function lastOf(costs: Costs): string {
  const ratio = (of: Readonly<Record<Table, Cost[]>>): number =>
    (of.many.at(-1)?.micros ?? Number.NaN) / (of.few.at(-1)?.micros ?? Number.NaN);
  return [...costs].map(([what, of]) => `${what} × ${ratio(of).toFixed(2)}`).join(', ');
}

function figuresOf(costs: Costs, intents: number, state: 'warm' | 'cold'): readonly Figure[] {
  const ratios = (of: Readonly<Record<Table, Cost[]>>, pick: (cost: Cost) => number): Spread =>
    spreadOf(
      of.many.map((cost, round) => pick(cost) / pick(of.few[round] ?? { micros: Number.NaN, cpuMicros: Number.NaN })),
    );
  return [...costs].flatMap(([what, of]) => [
    atMostOf(GOAL, {
      what: `${what}, time with ${intents} intents against few, ${state}`,
      unit: 'ratio',
      value: ratios(of, ({ micros }) => micros),
    }),
    {
      what: `${what}, CPU with ${intents} intents against few, ${state}`,
      unit: 'ratio',
      value: ratios(of, ({ cpuMicros }) => cpuMicros),
    },
  ]);
}

/** With nothing in its own cache. */
async function restartPostgres(stack: OwnStack): Promise<void> {
  const pid = stack.pidOf('postgres');
  process.kill(pid, 'SIGINT');
  await until('PostgreSQL is back', RESTART_MS, () => ![0, pid].includes(stack.pidOf('postgres')));
}

/** Until the gateway answers well, whatever it waited for: one request at a time, so that caches stay as they are. */
async function serves(
  load: LoadProcess<ClosedLoopJob, ClosedLoopResult>,
  { target, request }: Contender,
): Promise<void> {
  await until('creations succeed', RESTART_MS, async () => {
    const job = { target, request, connections: 1, durationMs: PROBE_MS, expect: 201 };
    return (await load.run(job)).failures === 0;
  });
}

/** Two tables that take turns under the name that intents uses; what is not in use waits in a schema of its own. */
class Turns {
  #inUse: Table = 'few';

  private constructor(private readonly url: string) {}

  /** Fills one table from an intent that is there, and leaves the other empty. */
  static async prepare(admin: string, intents: number): Promise<Turns> {
    const turns = new Turns(await databaseOfIntents(admin));
    const perMerchant = Math.ceil(intents / MERCHANTS);
    await turns.query(`
      CREATE SCHEMA few; CREATE SCHEMA many;
      CREATE TABLE many.intent (LIKE public.intent INCLUDING ALL);
      GRANT USAGE ON SCHEMA few, many TO PUBLIC; GRANT ALL ON many.intent TO PUBLIC;
      CREATE TRIGGER guard_intent BEFORE UPDATE OR DELETE ON many.intent FOR EACH ROW EXECUTE FUNCTION guard_intent()`);
    console.log(`  ${intents} intents are written`);
    await turns.query(`
      INSERT INTO many.intent
      SELECT filled.*
      FROM (SELECT * FROM public.intent WHERE status = 'PENDING' ORDER BY id LIMIT 1) AS one
        CROSS JOIN generate_series(0, ${MERCHANTS - 1}) AS merchant
        CROSS JOIN generate_series(1, ${perMerchant}) AS turn
        CROSS JOIN LATERAL jsonb_populate_record(one::public.intent, jsonb_build_object(
          'id', one.id || '-' || merchant || '-' || turn,
          'merchant_id', CASE merchant WHEN 0 THEN one.merchant_id ELSE one.merchant_id || merchant END,
          'created_at', one.created_at - turn * interval '1 minute',
          'expires_at', one.created_at + interval '30 days')) AS filled`);
    await turns.query('TRUNCATE public.intent');
    for (const table of ['public.intent', 'many.intent']) await turns.query(`VACUUM ANALYZE ${table}`);
    return turns;
  }

  async take(table: Table): Promise<void> {
    if (table === this.#inUse) return;
    await this.query(`BEGIN; ALTER TABLE public.intent SET SCHEMA ${this.#inUse};
      ALTER TABLE ${table}.intent SET SCHEMA public; COMMIT`);
    this.#inUse = table;
  }

  private async query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(text).finally(() => client.end());
  }
}

/** The database of intents as the administrator sees it. */
async function databaseOfIntents(admin: string): Promise<string> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>(`SELECT datname AS name FROM pg_database WHERE datname ~ 'intents$'`)
    .finally(() => client.end());
  const url = new URL(admin);
  url.pathname = `/${rows[0]?.name ?? ''}`;
  return url.href;
}
