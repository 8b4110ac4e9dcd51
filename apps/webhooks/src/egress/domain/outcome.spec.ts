import { describe, expect, test } from '@jest/globals';
import type { AttemptResult } from './outcome.js';
import { retryAfterOf, verdictOf } from './outcome.js';

describe('an outcome', () => {
  const answered = (status: number): AttemptResult => ({ kind: 'answered', status, excerpt: '', retryAfterSeconds: 7 });

  test.each([
    [answered(200), 'delivered', undefined],
    [answered(204), 'delivered', undefined],
    [answered(302), 'retry', undefined],
    [answered(400), 'retry', undefined],
    [answered(410), 'endpoint_gone', undefined],
    [answered(429), 'retry', 7],
    [answered(500), 'retry', undefined],
    [answered(503), 'retry', 7],
    [{ kind: 'failed', cause: 'timeout' } as const, 'retry', undefined],
    [{ kind: 'failed', cause: 'address_forbidden' } as const, 'retry', undefined],
  ])('%j → %s', (result, verdict, retryAfter) => {
    expect([verdictOf(result), retryAfterOf(result)]).toEqual([verdict, retryAfter]);
  });
});
