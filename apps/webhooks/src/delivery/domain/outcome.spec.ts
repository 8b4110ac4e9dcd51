import { describe, expect, test } from '@jest/globals';
import type { AttemptResult } from './outcome.js';
import { resultClass, retryAfterOf, verdictOf } from './outcome.js';

describe('an outcome', () => {
  const answered = (status: number): AttemptResult => ({ kind: 'answered', status, excerpt: '', retryAfterSeconds: 7 });

  test.each([
    [answered(200), 'delivered', '2xx', undefined],
    [answered(204), 'delivered', '2xx', undefined],
    [answered(302), 'retry', '3xx', undefined],
    [answered(400), 'retry', '4xx', undefined],
    [answered(410), 'endpoint_gone', '4xx', undefined],
    [answered(429), 'retry', '4xx', 7],
    [answered(500), 'retry', '5xx', undefined],
    [answered(503), 'retry', '5xx', 7],
    [{ kind: 'failed', cause: 'timeout' } as const, 'retry', 'timeout', undefined],
    [{ kind: 'failed', cause: 'address_forbidden' } as const, 'give_up', 'address_forbidden', undefined],
    [{ kind: 'failed', cause: 'url_invalid' } as const, 'give_up', 'url_invalid', undefined],
  ])('%j → %s', (result, verdict, name, retryAfter) => {
    expect([verdictOf(result), resultClass(result), retryAfterOf(result)]).toEqual([verdict, name, retryAfter]);
  });
});
