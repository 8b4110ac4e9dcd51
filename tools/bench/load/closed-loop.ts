import type { Buffer } from 'node:buffer';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics.js';
import { serveJobs } from './load-process.js';
import type { RawRequest, Target } from './raw-http.js';
import { RawConnection, requestBytes } from './raw-http.js';

/** Each connection sends its next request as soon as it has the answer to the last. */
export interface ClosedLoopJob {
  readonly target: Target;
  readonly request: RawRequest;
  readonly connections: number;
  readonly durationMs: number;
  /** the status that counts as success */
  readonly expect: number;
  /** how long a connection rests between two requests */
  readonly pauseMs?: number;
}

export interface ClosedLoopResult {
  readonly requests: number;
  readonly failures: number;
  readonly firstFailure?: string;
  readonly durationMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Tally {
  readonly latenciesMs: number[];
  failures: number;
  firstFailure?: string;
}

serveJobs(closedLoop);

async function closedLoop(job: ClosedLoopJob): Promise<ClosedLoopResult> {
  const connections = await Promise.all(Array.from({ length: job.connections }, () => RawConnection.open(job.target)));
  const tally: Tally = { latenciesMs: [], failures: 0 };
  const bytes = requestBytes(job.request);
  const started = performance.now();
  await Promise.all(
    connections.map((connection) => drive(connection, bytes, { job, tally, end: started + job.durationMs })),
  );
  const durationMs = performance.now() - started;
  for (const connection of connections) connection.close();
  const { latenciesMs, failures, firstFailure } = tally;
  return {
    requests: latenciesMs.length,
    failures,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    durationMs,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}

interface Drive {
  readonly job: ClosedLoopJob;
  readonly tally: Tally;
  /** on the clock of performance.now() */
  readonly end: number;
}

/** Callbacks all the way: a promise per request would be felt. */
function drive(connection: RawConnection, bytes: Buffer, { job, tally, end }: Drive): Promise<void> {
  return new Promise((resolve) => {
    const next = (): void => {
      const sent = performance.now();
      if (sent >= end) {
        resolve();
        return;
      }
      connection.exchange(bytes, (answer) => {
        if (answer instanceof Error || answer.status !== job.expect) {
          tally.failures += 1;
          tally.firstFailure ??=
            answer instanceof Error ? answer.message : `${answer.status}: ${answer.body.toString('utf8')}`;
          if (answer instanceof Error) resolve();
          else next();
          return;
        }
        tally.latenciesMs.push(performance.now() - sent);
        if (job.pauseMs === undefined) next();
        else void delay(job.pauseMs).then(next);
      });
    };
    next();
  });
}
