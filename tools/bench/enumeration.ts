import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@paygate/platform';
import type { Stack } from '@paygate/testing';
import type { OwnStack } from '../stack/own-stack.js';
import type { Length } from './bench-stack.js';
import type { RawRequest } from './load/raw-http.js';
import { RawConnection } from './load/raw-http.js';
import { rankTestP } from './statistics/rank-test.js';
import type { Figure } from './report.js';
import { atLeast, printFigures } from './report.js';
import { median, shuffled } from './statistics/statistics.js';

/** A user who exists or one who does not; the requests about both are the same. */
interface Subject {
  readonly userId: string;
  readonly phoneNumber: string;
  readonly isKnown: boolean;
}

interface Probe {
  readonly name: string;
  readonly expect: number;
  readonly request: (subject: Subject) => Omit<RawRequest, 'headers' | 'method'>;
  /** True when a delay is added for subjects that exist: the test must find it. */
  readonly isControl?: boolean;
}

interface Sample {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const SUBJECTS = 16;
const ROUNDS: Readonly<Record<Length, number>> = { full: 40, smoke: 1 };
const WARM_UP_ROUNDS = 4;
/** Work that a request leaves behind its answer has ended by then, whichever subject is next. */
const REST_MS = 4;
/** One in a thousand runs without a leak shows a smaller value. */
const SUSPICIOUS_P = 0.001;
/** The added delay as a share of the median, so that it grows with the noise of the machine. */
const PLANTED_SHARE = 0.5;

const VERIFY: Probe = {
  name: 'verifyOtp',
  expect: 401,
  request: ({ userId }) => ({ path: '/auth/otp/verify', body: JSON.stringify({ userId, otp: '0000000' }) }),
};
const PROBES: readonly Probe[] = [
  {
    name: 'initOtp',
    expect: 202,
    request: ({ userId }) => ({ path: '/auth/otp/init', body: JSON.stringify({ userId, channel: 'sms' }) }),
  },
  VERIFY,
  {
    name: 'sign-in',
    expect: 401,
    request: ({ phoneNumber }) => {
      return { path: '/auth/web', body: JSON.stringify({ phoneNumber, password: 'not this one' }) };
    },
  },
  {
    name: 'registration',
    expect: 202,
    request: ({ phoneNumber }) => {
      return { path: '/auth/users', body: JSON.stringify({ phoneNumber, password: 'correct horse battery staple' }) };
    },
  },
  {
    name: 'forgotten password',
    expect: 202,
    request: ({ phoneNumber }) => ({ path: '/auth/password/forgot', body: JSON.stringify({ phoneNumber }) }),
  },
  { ...VERIFY, name: 'verifyOtp with a delay planted', isControl: true },
];

/**
 * True when the time of an answer reveals which users exist: one request at a time, in random order of subjects that exist and
 * subjects that do not, each equally often, and a rank test of the two samples. The last figure is the control: if the test
 * does not find a delay that was added on purpose, the other figures prove nothing.
 */
export async function enumerationBench(stack: OwnStack, length: Length): Promise<readonly Figure[]> {
  const { facts } = stack;
  const rounds = ROUNDS[length];
  const connection = await RawConnection.open(stack.gateway);
  const headers = { 'x-api-key': facts.merchant.publishableKey, 'content-type': 'application/json' };
  try {
    // the same subjects in every probe, so that both kinds have had equally many requests
    const subjects = subjectsOf(facts);
    const figures: Figure[] = [];
    for (const probe of PROBES) {
      const ask = (subject: Subject, plantedMs = 0) => timed(connection, probe, subject, { headers, plantedMs });
      const { known, unknown } = await sampled(ask, subjects, length === 'smoke' ? 1 : WARM_UP_ROUNDS);
      const plantedMs = probe.isControl === true ? PLANTED_SHARE * median([...known, ...unknown]) : 0;
      const sample = await sampled((subject) => ask(subject, plantedMs), subjects, rounds);
      figures.push(figureOf(probe, sample));
      printFigures(figures.slice(-1));
    }
    return figures;
  } finally {
    connection.close();
  }
}

function subjectsOf({ users }: Stack): readonly Subject[] {
  const known = users.slice(0, SUBJECTS).map(({ id, phoneNumber }) => ({ userId: id, phoneNumber, isKnown: true }));
  const unknown = known.map(() => ({ userId: newId('user'), phoneNumber: unknownPhone(), isKnown: false }));
  return [...known, ...unknown];
}

const unknownPhone = (): string => `+2376${String(randomInt(1e8)).padStart(8, '0')}`;

async function sampled(
  ask: (subject: Subject) => Promise<number>,
  subjects: readonly Subject[],
  rounds: number,
): Promise<Sample> {
  const sample = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of shuffled(subjects)) {
      sample[subject.isKnown ? 'known' : 'unknown'].push(await ask(subject));
      await delay(REST_MS);
    }
  }
  return sample;
}

/** Milliseconds from the request to its answer. */
async function timed(
  connection: RawConnection,
  { request, expect }: Probe,
  subject: Subject,
  { headers, plantedMs }: { readonly headers: Readonly<Record<string, string>>; readonly plantedMs: number },
): Promise<number> {
  const started = performance.now();
  if (subject.isKnown && plantedMs > 0) await delay(plantedMs);
  const { status, body } = await connection.ask({ method: 'POST', headers, ...request(subject) });
  const elapsedMs = performance.now() - started;
  if (status !== expect) throw new Error(`answered ${status}: ${body.toString('utf8')}`);
  return elapsedMs;
}

function figureOf({ name, isControl = false }: Probe, { known, unknown }: Sample): Figure {
  const value = rankTestP(known, unknown);
  const [first] = loadavg();
  const medians = `${median(known).toFixed(2)} ms of ${known.length} who exist, ${median(unknown).toFixed(2)} ms who do not`;
  const figure = {
    what: `enumeration by time, ${name}: p of the rank test`,
    unit: 'p' as const,
    value,
    note: `  ${medians}, load ${(first ?? 0).toFixed(1)}`,
  };
  if (!isControl) return atLeast(SUSPICIOUS_P, figure);
  return { ...figure, goal: `< ${SUSPICIOUS_P}`, met: value < SUSPICIOUS_P };
}
