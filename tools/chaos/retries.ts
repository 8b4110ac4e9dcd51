import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@paygate/testing';
import type { Random } from './random.js';

/** Answers after which a client may repeat its request: nothing was executed, or the request is idempotent. */
const RETRYABLE_STATUS = new Set([408, 429, 503, 504]);
const RETRYABLE_CODE = new Set(['idempotency_key_in_use']);

const BAD_REQUEST = 400;
const PAUSE_MS = [50, 500] as const;

export interface RetryOptions {
  readonly random: Random;
  readonly withinMs: number;
  /** called with the reason of each retry */
  readonly onRetry?: (why: string) => void;
  /** called with what was asked, the status and the code of an answer that is final and no success */
  readonly onRefusal?: (why: string) => void;
}

export class RetriesExhausted extends Error {}

/** The last answer to a request, and how often the request was sent. */
export interface Retried<Body> {
  readonly answer: Answer<Body>;
  readonly attempts: number;
}

/** Repeats a request after 503, 504 and lost connections until another answer comes. Throws {@link RetriesExhausted}. */
export async function withRetries<Body>(
  what: string,
  send: () => Promise<Answer<Body>>,
  { random, withinMs, onRetry, onRefusal }: RetryOptions,
): Promise<Retried<Body>> {
  const deadline = performance.now() + withinMs;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await send().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (!(outcome instanceof Error) && !isRetryable(outcome)) {
      if (outcome.status >= BAD_REQUEST) onRefusal?.(`${what} ${describeOutcome(outcome)}`);
      return { answer: outcome, attempts };
    }
    if (performance.now() > deadline)
      throw new RetriesExhausted(`${what}: ${describeOutcome(outcome)} after ${withinMs} ms`);
    onRetry?.(describeOutcome(outcome));
    await delay(random.between(...PAUSE_MS));
  }
}

function isRetryable({ status, text }: Answer<unknown>): boolean {
  return RETRYABLE_STATUS.has(status) || RETRYABLE_CODE.has(codeOf(text));
}

/** The code of a problem document; empty where there is none. */
export function codeOf(text: string): string {
  return /"code"\s*:\s*"([a-z_]+)"/.exec(text)?.[1] ?? '';
}

function describeOutcome(outcome: Error | Answer<unknown>): string {
  if (outcome instanceof Error) return (outcome as NodeJS.ErrnoException).code ?? outcome.message;
  return `${outcome.status} ${codeOf(outcome.text)}`;
}
