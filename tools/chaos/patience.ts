import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '@paygate/testing';
import type { Random } from './random.js';

/** What a client may try again: nothing was done, or what was done is done once. */
const RETRYABLE_STATUS = new Set([408, 429, 503, 504]);
const RETRYABLE_CODE = new Set(['idempotency_key_in_use']);

const PAUSE_MS = [50, 500] as const;

export interface Terms {
  readonly random: Random;
  readonly withinMs: number;
  /** told why it is asked again */
  readonly onRetry?: (why: string) => void;
}

export class OutOfPatience extends Error {}

/** How one step of a payment went: its last answer, and how often it had to be asked. */
export interface Asked<Body> {
  readonly answer: Answer<Body>;
  readonly attempts: number;
}

/** Asks again after 503, 504 and lost connections, for so long; gives the first other answer. Throws {@link OutOfPatience}. */
export async function patiently<Body>(
  what: string,
  ask: () => Promise<Answer<Body>>,
  { random, withinMs, onRetry }: Terms,
): Promise<Asked<Body>> {
  const deadline = performance.now() + withinMs;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await ask().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))));
    if (!(outcome instanceof Error) && !isRetryable(outcome)) return { answer: outcome, attempts };
    if (performance.now() > deadline) throw new OutOfPatience(`${what}: ${lastSaid(outcome)} after ${withinMs} ms`);
    onRetry?.(lastSaid(outcome));
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

function lastSaid(outcome: Error | Answer<unknown>): string {
  if (outcome instanceof Error) return (outcome as NodeJS.ErrnoException).code ?? outcome.message;
  return `${outcome.status} ${codeOf(outcome.text)}`;
}
