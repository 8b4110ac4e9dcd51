import { Buffer } from 'node:buffer';
import { Agent } from 'node:https';
import fc from 'fast-check';
import { exchange } from '../stack/https-exchange.js';
import { inParallel } from '../in-parallel.js';
import type { ApiDocument } from './api-document.js';
import type { FuzzRequest } from './fuzz-requests.js';
import type { FuzzAnswer } from './judge-answer.js';
import { judgeAnswer } from './judge-answer.js';

export interface FuzzOptions {
  readonly document: ApiDocument;
  /** Of {@link fuzzRequests}: made before, because making it takes a while. */
  readonly requestsOf: fc.Arbitrary<FuzzRequest>;
  readonly baseUrl: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly seed: number;
  readonly requests: number;
  /** Sends this one of them alone, to look at it again. */
  readonly only?: number;
}

export interface FuzzFinding {
  /** Which request of the seed. */
  readonly index: number;
  readonly request: FuzzRequest;
  readonly status: number;
  readonly faults: readonly string[];
}

export interface FuzzReport {
  readonly findings: readonly FuzzFinding[];
  /** The number of answers for each `operation status`. */
  readonly counts: ReadonlyMap<string, number>;
}

const CONCURRENCY = 16;
/** Requests that are generated at a time, because the service may run in this process too. */
const BATCH = 50;
const TIMEOUT_MS = 30_000;
const MAX_FINDINGS = 100;

/** One line about a finding; its index and the seed reproduce the request. */
export function describeFinding({ index, request, status, faults }: FuzzFinding): string {
  return `request ${index}, ${request.method} ${request.path.slice(0, 100)} → ${status}: ${faults.join('; ').slice(0, 500)}`;
}

/** Sends requests made from a seed, and judges every answer by the API document. The same seed makes the same requests. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const agent = new Agent({ keepAlive: true, ca: options.ca, maxSockets: CONCURRENCY });
  const findings: FuzzFinding[] = [];
  const counts = new Map<string, number>();
  try {
    for (let from = 0; from < options.requests && findings.length < MAX_FINDINGS; from += BATCH) {
      const numRuns = Math.min(BATCH, options.requests - from);
      const sample = fc.sample(options.requestsOf, { seed: options.seed + from, numRuns });
      const wanted = [...sample.entries()].map(([index, request]) => ({ index: from + index, request }));
      await inParallel(
        wanted.filter(({ index }) => options.only === undefined || index === options.only),
        async ({ index, request }) => {
          const answer = await send(agent, options.baseUrl, request);
          const name = `${request.operationId} ${answer.status}`;
          counts.set(name, (counts.get(name) ?? 0) + 1);
          const faults = judgeAnswer(options.document, request, answer);
          if (faults.length > 0) findings.push({ index, request, status: answer.status, faults });
        },
        CONCURRENCY,
      );
    }
    return { findings, counts };
  } finally {
    agent.destroy();
  }
}

function send(agent: Agent, baseUrl: string, { method, path, headers, body }: FuzzRequest): Promise<FuzzAnswer> {
  const { hostname: host, port } = new URL(baseUrl);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return exchange({ host, port, path, method, agent, headers: { ...headers, ...length }, timeout: TIMEOUT_MS }, body);
}
