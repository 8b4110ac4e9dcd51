/** The result of an attempt, before anything is decided: an answer, or the reason there was none. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfterSeconds?: number;
      readonly excerpt: string;
    }
  | { readonly kind: 'failed'; readonly cause: FailureCause };

export const failureCauses = ['timeout', 'connection', 'dns', 'tls', 'address_forbidden'] as const;
export type FailureCause = (typeof failureCauses)[number];

/** The consequence of an attempt. */
export type AttemptVerdict = 'delivered' | 'retry' | 'endpoint_gone';

/** 2xx is delivered and 410 disables the endpoint. An address that is not allowed is tried again, too: names change. */
export function verdictOf(result: AttemptResult): AttemptVerdict {
  if (result.kind === 'failed') return 'retry';
  if (result.status >= 200 && result.status < 300) return 'delivered';
  return result.status === 410 ? 'endpoint_gone' : 'retry';
}

/** Retry-After counts only with the statuses that define it. */
export function retryAfterOf(result: AttemptResult): number | undefined {
  if (result.kind !== 'answered' || (result.status !== 429 && result.status !== 503)) return undefined;
  return result.retryAfterSeconds;
}
