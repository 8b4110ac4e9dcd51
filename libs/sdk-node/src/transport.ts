/** `fetch`, as far as this client uses it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
  readonly body?: string;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

/** Options of one call. Times are in milliseconds. */
export interface CallOptions {
  /** Names the effect: calls with the same key have one effect. A new one for each call when absent. */
  readonly idempotencyKey?: string;
  /** Ends the call with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Instead of the option of the client. */
  readonly timeoutMs?: number;
  /** Instead of the option of the client. */
  readonly deadlineMs?: number;
  /** Instead of the option of the client. */
  readonly maxRetries?: number;
  /** 8 to 64 letters, digits, `.`, `_` and `-`, under which the request appears in the logs of Paygate. */
  readonly requestId?: string;
}

/** Options of a read that can wait for something new (`Prefer: wait`). */
export interface WaitOptions extends CallOptions {
  /** Seconds to wait, at most 5; the answer comes at once when absent. */
  readonly waitSeconds?: number;
}

/** The details of an answer besides its data. */
export interface ResponseDetails {
  readonly status: number;
  readonly requestId: string;
  /** The number of times that the request was sent. */
  readonly attempts: number;
  /** True when this is the answer to an earlier request with the same key. */
  readonly replayed: boolean;
  readonly headers: { get(name: string): string | null };
  /** The body as it arrived: metadata is in it byte for byte, which `JSON.parse` changes. */
  readonly text: string;
}

export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseDetails;
}

/** An attempt of a call, before it is sent. Neither the key nor the body is in it. */
export interface RequestNotice {
  readonly method: string;
  readonly url: string;
  /** 1 for the first attempt, 2 and more for its repetitions. */
  readonly attempt: number;
  /** The same in each attempt of a call; undefined for a method without one. */
  readonly idempotencyKey: string | undefined;
}

/** The end of an attempt: an answer, or none. */
export interface ResponseNotice extends RequestNotice {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  /** Undefined when no answer came. */
  readonly requestId: string | undefined;
  readonly durationMs: number;
}
