import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { acting, useActing } from './acting.js';
import type { AnswerOf, AnswerWithText, InputOf, ReadRoute, Route } from './client.js';
import { ApiError, call, callWithText } from './client.js';
import { isEndOfSession } from './ended.js';

const SERVER_FAULT = 500;
const MOST_RETRIES = 2;

/** The cache of answers. `onSignedOut` is called when the API no longer knows the session. */
export function newQueryClient(onSignedOut: () => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          failures < MOST_RETRIES && error instanceof ApiError && (error.status === 0 || error.status >= SERVER_FAULT),
      },
    },
  });
  const watch = (error: unknown): void => {
    if (error instanceof ApiError && isEndOfSession(error)) onSignedOut();
  };
  client.getQueryCache().config.onError = watch;
  client.getMutationCache().config.onError = watch;
  return client;
}

interface Reading {
  /** Milliseconds between two readings while somebody is there. */
  readonly every?: number | false;
  readonly enabled?: boolean;
}

/** The answer of a reading operation for the account and mode of this tab. */
export function useApi<R extends ReadRoute>(
  route: R,
  input: InputOf<R>,
  { every = false, enabled = true }: Reading = {},
): UseQueryResult<AnswerOf<R>> {
  const { merchantId, mode } = useActing();
  return useQuery<AnswerOf<R>>({
    queryKey: [merchantId, mode, route, input],
    queryFn: ({ signal }) => call(route, input, { signal }),
    enabled,
    refetchInterval: every,
    // the next page of a list replaces this one when it is there
    placeholderData: keepPreviousData,
  });
}

/** The same, with the text of the answer. */
export function useApiWithText<R extends ReadRoute>(
  route: R,
  input: InputOf<R>,
  { every = false }: Pick<Reading, 'every'> = {},
): UseQueryResult<AnswerWithText<R>> {
  const { merchantId, mode } = useActing();
  return useQuery<AnswerWithText<R>>({
    queryKey: [merchantId, mode, route, input, 'text'],
    queryFn: ({ signal }) => callWithText(route, input, { signal }),
    refetchInterval: every,
  });
}

/**
 * A change by an operation. All that was read is read again after it. A try that repeats a failed one has its idempotency key, so
 * that an answer that was lost has no second effect.
 */
export function useChange<R extends Route>(route: R): UseMutationResult<AnswerOf<R>, Error, InputOf<R>> {
  const queries = useQueryClient();
  const attempt = useRef<{ readonly key: string; readonly input: string } | null>(null);
  return useMutation<AnswerOf<R>, Error, InputOf<R>>({
    mutationFn: (input) => {
      const text = JSON.stringify(input);
      if (attempt.current?.input !== text) attempt.current = { key: crypto.randomUUID(), input: text };
      return call(route, input, { idempotencyKey: attempt.current.key });
    },
    onSuccess: async () => {
      attempt.current = null;
      await readAgain(queries);
    },
  });
}

interface Changes<R extends Route> {
  readonly inputs: readonly InputOf<R>[];
  /** Is called after each change. */
  readonly onDone: (input: InputOf<R>) => void;
}
type ChangesResult<R extends Route> = UseMutationResult<number, Error, Changes<R>> & {
  readonly done: number;
  readonly total: number;
};

/** The same change for several inputs, one after the other. The first refusal ends it; all that was read is read again after it. */
export function useChanges<R extends Route>(route: R): ChangesResult<R> {
  const queries = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const mutation = useMutation<number, Error, Changes<R>>({
    mutationFn: async ({ inputs, onDone }) => {
      setProgress({ done: 0, total: inputs.length });
      for (const input of inputs) {
        await call(route, input);
        onDone(input);
        setProgress(({ done, total }) => ({ done: done + 1, total }));
      }
      return inputs.length;
    },
    onSettled: () => readAgain(queries),
  });
  return { ...mutation, ...progress };
}

async function readAgain(queries: QueryClient): Promise<void> {
  const { merchantId, mode } = acting();
  await queries.invalidateQueries({ queryKey: [merchantId, mode] });
}
