/** A flood of sign-ins at a steady rate, right and wrong, as from many addresses behind a proxy. */
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { serveJobs } from './load-process.js';
import type { Target } from './raw-http.js';
import { RawConnection } from './raw-http.js';

export interface SignInUser {
  readonly phoneNumber: string;
  readonly password: string;
}

export interface SignInsJob {
  readonly target: Target;
  readonly publishableKey: string;
  /** 0: the customer alone. */
  readonly perSecond: number;
  readonly durationMs: number;
  /** Strangers come from these, in turn. */
  readonly addresses: readonly string[];
  /** Every fourth sign-in is one of theirs, with the right password. */
  readonly users: readonly SignInUser[];
  /** A customer who signs in from an address of their own, once before and again and again meanwhile. */
  readonly customer: SignInUser & { readonly address: string; readonly everyMs: number };
}

export interface SignInsResult {
  readonly sent: number;
  /** Sign-ins by the status of their answer. */
  readonly byStatus: Readonly<Record<number, number>>;
  /** Those that found no connection free: the answers were too slow. */
  readonly held: number;
  readonly customer: { readonly latenciesMs: readonly number[]; readonly refused: number };
  /** Sign-ins without an answer. */
  readonly failures: number;
  /** Until the last answer. */
  readonly elapsedMs: number;
}

const CONNECTIONS = 96;
const TICK_MS = 5;
const RIGHT_EVERY = 4;
const TRIES = 20;
/** Where Linux shares the processor between sessions, priorities within one say nothing to others. */
const NICE_OF_SESSION = '/proc/self/autogroup';

interface SignIn extends SignInUser {
  readonly address: string;
}

interface Tally {
  sent: number;
  held: number;
  failures: number;
  readonly byStatus: Record<number, number>;
}

stepBack();
serveJobs(signIns);

/** Whoever floods does so from machines of their own: here it must not take the processor from those that are flooded. */
function stepBack(): void {
  const { PRIORITY_LOW } = constants.priority;
  setPriority(PRIORITY_LOW);
  try {
    writeFileSync(NICE_OF_SESSION, String(PRIORITY_LOW));
  } catch {
    // no such file on this system, or its kernel wants to be asked less often
  }
}

async function signIns(job: SignInsJob): Promise<SignInsResult> {
  const free = await Promise.all(Array.from({ length: CONNECTIONS }, () => RawConnection.open(job.target)));
  const own = await RawConnection.open(job.target);
  await makeHome(job, own);
  const tally: Tally = { sent: 0, held: 0, failures: 0, byStatus: {} };
  const begun = performance.now();
  const end = begun + job.durationMs;
  const [customer] = await Promise.all([customerOf(job, own, end), flood(job, { free, tally }, end)]);
  for (const connection of [own, ...free]) connection.close();
  return { ...tally, customer, elapsedMs: performance.now() - begun };
}

/** Signs the customer in: from then on their network is known, and whoever answers sign-ins has taken up. */
async function makeHome(job: SignInsJob, connection: RawConnection): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if ((await ask(job, connection, job.customer)) === 200) return;
    await delay(job.customer.everyMs);
  }
  throw new Error('the customer cannot sign in, even before the flood');
}

/** Sends what is due at each tick; gives when all is answered. */
async function flood(
  job: SignInsJob,
  { free, tally }: { readonly free: RawConnection[]; readonly tally: Tally },
  end: number,
): Promise<void> {
  if (job.perSecond === 0) return;
  const started = performance.now();
  const underWay = new Set<Promise<void>>();
  for (let now = started; now < end; now = performance.now()) {
    const due = Math.floor(((now - started) / 1_000) * job.perSecond);
    while (tally.sent + tally.held < due) {
      // in turn: the server closes one on which nothing is asked for long
      const connection = free.shift();
      if (connection === undefined) tally.held += 1;
      else {
        const answered: Promise<void> = one(job, connection, tally).finally(() => {
          free.push(connection);
          underWay.delete(answered);
        });
        underWay.add(answered);
      }
    }
    await delay(TICK_MS);
  }
  await Promise.all(underWay);
}

async function one(job: SignInsJob, connection: RawConnection, tally: Tally): Promise<void> {
  tally.sent += 1;
  try {
    const status = await ask(job, connection, next(job, tally.sent));
    tally.byStatus[status] = (tally.byStatus[status] ?? 0) + 1;
  } catch {
    tally.failures += 1;
  }
}

function next({ addresses, users }: SignInsJob, turn: number): SignIn {
  const address = addresses[turn % addresses.length] ?? '';
  const user = turn % RIGHT_EVERY === 0 ? users[(turn / RIGHT_EVERY) % users.length] : undefined;
  const stranger = { phoneNumber: `+2376${String(randomInt(100_000_000)).padStart(8, '0')}`, password: 'a guess' };
  return { ...(user ?? stranger), address };
}

async function customerOf(job: SignInsJob, connection: RawConnection, end: number): Promise<SignInsResult['customer']> {
  const latenciesMs: number[] = [];
  let refused = 0;
  while (performance.now() < end) {
    const asked = performance.now();
    if ((await ask(job, connection, job.customer)) === 200) latenciesMs.push(performance.now() - asked);
    else refused += 1;
    await delay(job.customer.everyMs);
  }
  return { latenciesMs, refused };
}

async function ask(job: SignInsJob, connection: RawConnection, signIn: SignIn): Promise<number> {
  const { phoneNumber, password, address } = signIn;
  const { status } = await connection.ask({
    method: 'POST',
    path: '/auth/web',
    headers: {
      'x-api-key': job.publishableKey,
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': address,
    },
    body: JSON.stringify({ phoneNumber, password }),
  });
  return status;
}
