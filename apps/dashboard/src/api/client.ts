import type { Operations, Problem } from '@paygate/api-types';
import { acting } from './acting.js';

type Routes = {
  readonly [Id in keyof Operations as `${Operations[Id]['method']} ${Operations[Id]['path']}`]: Operations[Id];
};
/** An operation by method and path, as `GET /gateway/{id}`. */
export type Route = keyof Routes;
/** Operations that change nothing. A search whose text is a phone number is a POST, so that no URL holds it. */
export type ReadRoute = Extract<Route, `GET ${string}` | 'POST /gateway/search'>;
export type AnswerOf<R extends Route> = Routes[R]['answer'];
type Names<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;

/** The request of an operation: it holds only what the operation takes. */
export type InputOf<R extends Route> = ([Names<R>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<Names<R>, string>> }) &
  (Routes[R]['query'] extends undefined ? { readonly query?: undefined } : { readonly query?: QueryOf<R> }) &
  (Routes[R]['body'] extends undefined ? { readonly body?: undefined } : { readonly body: Sparse<Routes[R]['body']> });
/** The query of an operation. An object literal of this type has no parameter that the operation does not take. */
export type QueryOf<R extends Route> = Sparse<NonNullable<Routes[R]['query']>>;
/** Optional parts may be undefined, and are not sent then. */
type Sparse<Sent> = {
  readonly [Name in keyof Sent]: object extends Pick<Sent, Name> ? Sent[Name] | undefined : Sent[Name];
};

interface Sending {
  /** Repeats of one request have one key. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** The time for which the server may wait for the outcome. Nothing that a cache holds is an answer then. */
  readonly waitSeconds?: number;
}

/** An answer that is no success. `problem` is null when there was none: the gateway was not reached. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem | null,
  ) {
    super(problem?.code ?? 'no answer');
  }
}

/** An answer, and its text: numbers and the order of keys of what is opaque are in the text only. */
export interface AnswerWithText<R extends Route> {
  readonly answer: AnswerOf<R>;
  readonly text: string;
}

/** Sends a request of the session to the API on this origin. The browser adds the session's cookie. Throws ApiError. */
export async function call<R extends Route>(route: R, input: InputOf<R>, sending: Sending = {}): Promise<AnswerOf<R>> {
  return (await callWithText(route, input, sending)).answer;
}

/** The same, with the text of the answer. */
export async function callWithText<R extends Route>(
  route: R,
  input: InputOf<R>,
  { idempotencyKey, signal, waitSeconds }: Sending = {},
): Promise<AnswerWithText<R>> {
  const [method = '', template = ''] = route.split(' ');
  const { body } = input;
  const response = await answerOf(pathOf(template, input.path) + queryOf(input.query), {
    method,
    signal: signal ?? null,
    ...(waitSeconds === undefined ? {} : { cache: 'no-store' as const }),
    headers: {
      ...accountHeaders(),
      ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, problemOf(text));
  return { answer: (text === '' ? undefined : JSON.parse(text)) as AnswerOf<R>, text };
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ApiError(0, null);
  }
}

/** A file that an operation answers with, as it arrives in full. Throws ApiError. */
export async function download<R extends ReadRoute>(
  route: R,
  input: InputOf<R>,
  signal: AbortSignal | null = null,
): Promise<{ readonly file: Blob; readonly headers: Headers }> {
  const [method = '', template = ''] = route.split(' ');
  const path = pathOf(template, input.path) + queryOf(input.query);
  const response = await answerOf(path, { method, signal, headers: accountHeaders() });
  if (!response.ok) throw new ApiError(response.status, problemOf(await response.text()));
  try {
    return { file: await response.blob(), headers: response.headers };
  } catch (error) {
    // it has broken off: what came is not the file
    if (signal?.aborted === true) throw error;
    throw new ApiError(0, null);
  }
}

function accountHeaders(): Readonly<Record<string, string>> {
  const { merchantId, mode } = acting();
  return merchantId === undefined ? { 'x-mode': mode } : { 'x-merchant-id': merchantId, 'x-mode': mode };
}

/** The path of a request. A parameter cannot add a segment. */
export function pathOf(template: string, names: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_braced, name: string) => encodeURIComponent(names[name] ?? ''));
}

/** The query of a request, as `?status=FAILED&metadata[order]=7`; empty when no parameter has a value. */
export function queryOf(parameters: object = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters) as [string, unknown][])
    for (const [key, text] of pairsOf(name, value)) query.append(key, text);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function pairsOf(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((item) => pairsOf(name, item));
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => pairsOf(`${name}[${key}]`, inner));
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  return [[name, String(value)]];
}

function problemOf(text: string): Problem | null {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return null;
  }
}
