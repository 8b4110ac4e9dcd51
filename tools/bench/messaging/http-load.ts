import { connect } from 'node:net';

/** What a load run did. */
export interface LoadResult {
  readonly perSecond: number;
  readonly count: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

const BODY = '{"amount":"1500","currency":"XAF","description":"Order 1234"}';
const REQUEST = `POST / HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;

/** POSTs over keep-alive connections as fast as they are answered, with as little CPU of its own as possible. */
export async function httpLoad(port: number, connections: number, durationMs: number): Promise<LoadResult> {
  const latencies: number[] = [];
  const failures = { count: 0 };
  const endMs = performance.now() + durationMs;
  const startedMs = performance.now();
  await Promise.all(Array.from({ length: connections }, () => drive(port, endMs, latencies, failures)));
  return summarise(latencies, failures.count, performance.now() - startedMs);
}

/** Calls `call` from `callers` loops until the time is over. */
export async function callLoad(callers: number, durationMs: number, call: () => Promise<boolean>): Promise<LoadResult> {
  const latencies: number[] = [];
  let failed = 0;
  const startedMs = performance.now();
  const endMs = startedMs + durationMs;
  const loop = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const sentMs = performance.now();
      if (await call()) latencies.push(performance.now() - sentMs);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return summarise(latencies, failed, performance.now() - startedMs);
}

function drive(port: number, endMs: number, latencies: number[], failures: { count: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let sentMs = 0;
    let buffered = '';
    const send = (): void => {
      sentMs = performance.now();
      socket.write(REQUEST);
    };
    socket.on('connect', send);
    socket.on('error', reject);
    socket.on('close', () => {
      resolve();
    });
    socket.on('data', (chunk) => {
      buffered += chunk.toString('latin1');
      const length = lengthOfResponse(buffered);
      if (length === undefined || buffered.length < length) return;
      if (buffered.startsWith('HTTP/1.1 201')) latencies.push(performance.now() - sentMs);
      else failures.count += 1;
      buffered = '';
      if (performance.now() < endMs) send();
      else socket.end();
    });
  });
}

function lengthOfResponse(text: string): number | undefined {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const length = /content-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1];
  return headEnd + 4 + Number(length ?? 0);
}

function summarise(latencies: number[], failed: number, elapsedMs: number): LoadResult {
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? NaN;
  return {
    perSecond: latencies.length / (elapsedMs / 1_000),
    count: latencies.length,
    failed,
    p50: at(0.5),
    p99: at(0.99),
  };
}
