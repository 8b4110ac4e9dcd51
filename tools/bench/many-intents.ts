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
/** Cold: PostgreSQL's own cache was empty when the turn began. */
type State = 'warm' | 'cold';

/** One measurement: what a request took of time, with all connections busy, and of every process's CPU. */
interface Cost {
  readonly micros: number;
  readonly cpuMicros: number;
}

type Costs = ReadonlyMap<string, Readonly<Record<Table, Cost[]>>>;

/** What the measurements of one run have in common. */
interface Bench {
  readonly stack: OwnStack;
  readonly load: LoadProcess<ClosedLoopJob, ClosedLoopResult>;
  readonly gateway: Contender;
  readonly turns: Turns;
}

/**
 * What creating and listing intents costs with a million of them in the table, against a table that begins empty. Both
 * tables are there all the while and take turns in random order, so that what disturbs the machine disturbs both.
 */
export async function manyIntentsBench(stack: OwnStack, options: ManyIntentsOptions): Promise<readonly Figure[]> {
  const { contenders, stop } = await startContenders(stack, ['kafka']);
  const [gateway] = contenders;
  if (gateway === undefined) throw new Error('the gateway of the bench did not start');
  const load = new LoadProcess<ClosedLoopJob, ClosedLoopResult>(program('load/closed-loop.js'));
  const turns = new Turns(await databaseOfIntents(stack.facts.postgres));
  const bench: Bench = { stack, load, gateway, turns };
  try {
    await serves(bench);
    await measure(bench, { request: gateway.request, durationMs: WARM_UP_MS });
    await turns.prepare(options.intents);
    await serves(bench);
    const { intents, roundMs } = options;
    const warm = await takeTurns(bench, { state: 'warm', rounds: options.rounds, roundMs });
    const cold = await takeTurns(bench, { state: 'cold', rounds: options.coldRounds, roundMs });
    return [...figuresOf(warm, intents, 'warm'), ...figuresOf(cold, intents, 'cold')];
  } finally {
    load.stop();
    await stop();
  }
}

interface TurnsOptions {
  readonly state: State;
  readonly rounds: number;
  readonly roundMs: number;
}

async function takeTurns(bench: Bench, { state, rounds, roundMs }: TurnsOptions): Promise<Costs> {
  const costs = new Map<string, Record<Table, Cost[]>>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const table of shuffled(tables)) {
      await bench.turns.take(table);
      if (state === 'cold') await restartPostgres(bench.stack);
      await serves(bench);
      for (const [what, request] of requestsOf(bench.gateway)) {
        const ofRequest = costs.get(what) ?? { few: [], many: [] };
        costs.set(what, ofRequest);
        ofRequest[table].push(await measure(bench, { request, durationMs: roundMs }));
      }
    }
    console.log(`  ${state}, round ${round} of ${rounds}: ${lastOf(costs)}`);
  }
  return costs;
}

function requestsOf({ request }: Contender): ReadonlyMap<string, RawRequest> {
  const { headers } = request;
  const listed = (query: string): RawRequest => ({ method: 'GET', path: `/gateway${query}`, headers });
  return new Map([
    ['create', request],
    ['list the newest', listed('?limit=20')],
    ['list by status', listed('?limit=20&status=PENDING')],
  ]);
}

async function measure(
  { stack, load, gateway }: Bench,
  { request, durationMs }: { readonly request: RawRequest; readonly durationMs: number },
): Promise<Cost> {
  const roots = { ...gateway.roots, postgres: stack.pidOf('postgres') };
  const before = cpuTimes(roots);
  const expect = request.method === 'POST' ? 201 : 200;
  const result = await load.run({ target: gateway.target, request, connections: CONNECTIONS, durationMs, expect });
  const cpu = cpuBetween(before, cpuTimes(roots));
  if (result.failures > 0) throw new Error(`${request.path}: ${result.failures} failed: ${result.firstFailure ?? ''}`);
  return { micros: (result.durationMs * 1_000) / result.requests, cpuMicros: sumOf(cpu) / result.requests };
}

function lastOf(costs: Costs): string {
  const ratio = (of: Readonly<Record<Table, Cost[]>>): number =>
    (of.many.at(-1)?.micros ?? Number.NaN) / (of.few.at(-1)?.micros ?? Number.NaN);
  return [...costs].map(([what, of]) => `${what} × ${ratio(of).toFixed(2)}`).join(', ');
}

function figuresOf(costs: Costs, intents: number, state: State): readonly Figure[] {
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
async function serves({ load, gateway: { target, request } }: Bench): Promise<void> {
  await until('creations succeed', RESTART_MS, async () => {
    const job = { target, request, connections: 1, durationMs: PROBE_MS, expect: 201 };
    return (await load.run(job)).failures === 0;
  });
}

/** Two tables that take turns under the name that intents uses; what is not in use waits in a schema of its own. */
class Turns {
  #inUse: Table = 'few';

  constructor(private readonly url: string) {}

  /** Fills one table from an intent that is there, and leaves the other empty. */
  async prepare(intents: number): Promise<void> {
    const perMerchant = Math.ceil(intents / MERCHANTS);
    await this.query(`
      CREATE SCHEMA few; CREATE SCHEMA many;
      CREATE TABLE many.intent (LIKE public.intent INCLUDING ALL);
      GRANT USAGE ON SCHEMA few, many TO PUBLIC; GRANT ALL ON many.intent TO PUBLIC;
      CREATE TRIGGER guard_intent BEFORE UPDATE OR DELETE ON many.intent FOR EACH ROW EXECUTE FUNCTION guard_intent()`);
    console.log(`  ${intents} intents are written`);
    await this.query(`
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
    await this.query('TRUNCATE public.intent');
    for (const table of ['public.intent', 'many.intent']) await this.query(`VACUUM ANALYZE ${table}`);
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
