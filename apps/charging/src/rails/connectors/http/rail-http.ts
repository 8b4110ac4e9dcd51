/** An answer that was read to its end, or the lack of one. */
export type RailAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly json: JsonObject | undefined }
  | RailFailure;

/** `sent` is false when no byte of the request can have arrived. */
interface RailFailure {
  readonly kind: 'failure';
  readonly sent: boolean;
  readonly remark: string;
}

/** An answer that is still to be read, or none. */
export type RailStream =
  | { readonly kind: 'stream'; readonly bytes: AsyncIterable<Uint8Array> }
  | { readonly kind: 'refused'; readonly status: number }
  | RailFailure;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface RailRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/** More than the longest answer of a rail. */
const MAX_ANSWER_BYTES = 64 * 1024;
const PRINTABLE_LENGTH = 80;
const OK = 200;
/** The errors of a connection that does not exist yet. An established one may fail with the same codes. */
const CONNECTING: readonly unknown[] = ['getaddrinfo', 'connect'];

/** Sends one request and reads its answer, up to a bound. Never throws and never follows a redirect. */
export async function askRail(baseUrl: string, request: RailRequest): Promise<RailAnswer> {
  const { method, path, headers, body, signal } = request;
  try {
    const response = await fetch(new URL(path, baseUrl), {
      ...{ method, headers, signal, redirect: 'manual' },
      ...(body === undefined ? {} : { body }),
    });
    const text = await boundedText(response);
    if (text === undefined) return { kind: 'failure', sent: true, remark: 'an answer that is too long' };
    return { kind: 'answer', status: response.status, body: text, json: jsonObject(text) };
  } catch (error) {
    return failureOf((error as { readonly cause?: unknown }).cause ?? error);
  }
}

/** Sends one request and leaves its answer to be read as a stream. Never follows a redirect. Any other status than 200 is a failure. */
export async function streamFromRail(baseUrl: string, request: RailRequest): Promise<RailStream> {
  const { method, path, headers, signal } = request;
  try {
    const response = await fetch(new URL(path, baseUrl), { method, headers, signal, redirect: 'manual' });
    if (response.status === OK && response.body !== null)
      return { kind: 'stream', bytes: response.body as AsyncIterable<Uint8Array> };
    await response.body?.cancel();
    return { kind: 'refused', status: response.status };
  } catch (error) {
    return failureOf((error as { readonly cause?: unknown }).cause ?? error);
  }
}

/** The answer in a few words, without its content: it may hold personal data. */
export function remarkOn(answer: RailAnswer): string {
  if (answer.kind === 'failure') return answer.remark;
  const code = answer.json?.['code'] ?? answer.json?.['status'];
  return typeof code === 'string' ? `HTTP ${answer.status} ${printable(code)}` : `HTTP ${answer.status}`;
}

/** The beginning of a text of the rail, which may hold characters that the database refuses. */
export function printable(text: string): string {
  return text.slice(0, PRINTABLE_LENGTH).replaceAll(/[^\x20-\x7e]/g, '?');
}

async function boundedText(response: Response): Promise<string | undefined> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MAX_ANSWER_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function jsonObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(error: unknown): RailFailure {
  const { code, name, syscall, errors } = error as Readonly<Record<'code' | 'name' | 'syscall' | 'errors', unknown>>;
  // one error for each address of the host
  if (Array.isArray(errors)) return failureOf(errors[0]);
  const remark = [code, name].find((text) => typeof text === 'string') ?? 'failed';
  return { kind: 'failure', sent: !CONNECTING.includes(syscall) && code !== 'UND_ERR_CONNECT_TIMEOUT', remark };
}
