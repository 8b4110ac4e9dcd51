/** A flood of sign-ins with wrong passwords at a steady rate, each from one of many loopback addresses. */
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { serveJobs } from './load-process.js';
import type { RawAnswer, Target } from './raw-http.js';
import { RawConnection } from './raw-http.js';

export interface SignInsJob {
  readonly gateway: Target;
  readonly publishableKey: string;
  readonly perSecond: number;
  readonly durationMs: number;
  /** The loopback addresses of the flood, in turn. */
  readonly addresses: readonly string[];
  /** Every fourth guess is at this account. */
  readonly victim: string;
}

export interface SignInsResult {
  /** Sign-ins by the status of their answer. */
  readonly byStatus: Readonly<Record<number, number>>;
  /** Sign-ins that were not sent because every connection of the address was busy. */
  readonly held: number;
  /** Sign-ins whose connection broke. */
  readonly unanswered: number;
}

const TICK_MS = 5;
const VICTIM_EVERY = 4;
const CONNECTIONS = 240;

interface Tally {
  readonly byStatus: Record<number, number>;
  held: number;
  unanswered: number;
}

serveJobs(signIns);

async function signIns(job: SignInsJob): Promise<SignInsResult> {
  const froms = Array.from({ length: CONNECTIONS }, (_, index) => job.addresses[index % job.addresses.length] ?? '');
  const free = await Promise.all(froms.map((from) => RawConnection.open({ ...job.gateway, from })));
  const tally: Tally = { byStatus: {}, held: 0, unanswered: 0 };
  await flood(job, free, tally);
  for (const connection of free) connection.close();
  return tally;
}

/** Sends what is due at each tick, and resolves when every answer has arrived. */
async function flood(job: SignInsJob, free: RawConnection[], tally: Tally): Promise<void> {
  const started = performance.now();
  const pending = new Set<Promise<void>>();
  let sent = 0;
  for (let now = started; now < started + job.durationMs; now = performance.now()) {
    const due = Math.floor(((now - started) / 1_000) * job.perSecond);
    for (; sent + tally.held < due;) {
      const connection = free.shift();
      if (connection === undefined) {
        tally.held += 1;
        continue;
      }
      sent += 1;
      const answered: Promise<void> = guess(job, connection, { tally, number: sent }).finally(() => {
        free.push(connection);
        pending.delete(answered);
      });
      pending.add(answered);
    }
    await delay(TICK_MS);
  }
  await Promise.all(pending);
}

async function guess(
  job: SignInsJob,
  connection: RawConnection,
  { tally, number }: { readonly tally: Tally; readonly number: number },
): Promise<void> {
  const unknown = `+2376${String(randomInt(100_000_000)).padStart(8, '0')}`;
  const phoneNumber = number % VICTIM_EVERY === 0 ? job.victim : unknown;
  try {
    const { status } = await signIn(connection, job.publishableKey, { phoneNumber, password: `guess ${number}` });
    tally.byStatus[status] = (tally.byStatus[status] ?? 0) + 1;
  } catch {
    tally.unanswered += 1;
  }
}

function signIn(connection: RawConnection, publishableKey: string, body: object): Promise<RawAnswer> {
  const headers = { 'x-api-key': publishableKey, 'content-type': 'application/json' };
  return connection.ask({ method: 'POST', path: '/auth/web', headers, body: JSON.stringify(body) });
}
