import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../statistics/statistics.js';
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
  /** the pause of a connection between two requests */
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

serveJobs(closedLoop);

async function closedLoop(job: ClosedLoopJob): Promise<ClosedLoopResult> {
  const { target, request, durationMs, expect, pauseMs } = job;
  const connections = await Promise.all(Array.from({ length: job.connections }, () => RawConnection.open(target)));
  const bytes = requestBytes(request);
  const latenciesMs: number[] = [];
  const failures: string[] = [];
  const started = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let sent = started; sent < started + durationMs; sent = performance.now()) {
        const { status, body } = await connection.send(bytes);
        if (status === expect) latenciesMs.push(performance.now() - sent);
        else failures.push(`${status}: ${body.toString('utf8')}`);
        if (pauseMs !== undefined) await delay(pauseMs);
      }
      connection.close();
    }),
  );
  const [firstFailure] = failures;
  return {
    requests: latenciesMs.length,
    failures: failures.length,
    ...(firstFailure === undefined ? {} : { firstFailure }),
    durationMs: performance.now() - started,
    p50Ms: percentile(latenciesMs, 0.5),
    p99Ms: percentile(latenciesMs, 0.99),
  };
}
