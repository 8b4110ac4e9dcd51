import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { newId } from '@paygate/platform';
import type { OwnStack, StackFacts } from '../stack/own-stack.js';
import { repositoryRoot } from '../stack/own-stack.js';
import type { RawRequest } from './load/raw-http.js';
import { RawConnection } from './load/raw-http.js';
import { rankTestP } from './rank-test.js';
import type { Figure } from './report.js';
import { atLeast } from './report.js';
import { median, shuffled } from './statistics.js';

/** One who exists and one who does not, asked for in the same way. */
interface Subject {
  readonly userId: string;
  readonly phoneNumber: string;
  readonly isKnown: boolean;
}

interface Probe {
  readonly name: string;
  readonly expect: number;
  readonly request: (subject: Subject) => Omit<RawRequest, 'headers' | 'method'>;
  /** Whether who exists waits longer, by a part of what an answer takes: what the test must find. */
  readonly isControl?: boolean;
}

interface Sample {
  readonly known: readonly number[];
  readonly unknown: readonly number[];
}

const SUBJECTS = 16;
const WARM_UP_ROUNDS = 4;
/** What a request sets going behind its answer is over by then, for the next one whosever it is. */
const REST_MS = 4;
/** Of a thousand runs without a leak one shows a smaller value. */
const SUSPICIOUS_P = 0.001;
/** Some milliseconds on a machine at rest; on one that is not, what is planted grows with the noise. */
const PLANTED_SHARE = 0.5;

const PROBES: readonly Probe[] = [
  {
    name: 'initOtp',
    expect: 202,
    request: ({ userId }) => ({ path: '/auth/otp/init', body: JSON.stringify({ userId, channel: 'sms' }) }),
  },
  {
    name: 'verifyOtp',
    expect: 401,
    request: ({ userId }) => ({ path: '/auth/otp/verify', body: JSON.stringify({ userId, otp: '0000000' }) }),
  },
  {
    name: 'sign-in',
    expect: 401,
    request: ({ phoneNumber }) => ({
      path: '/auth/web',
      body: JSON.stringify({ phoneNumber, password: 'not this one' }),
    }),
  },
];
