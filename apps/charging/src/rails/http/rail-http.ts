/** An answer that was read to its end, or the lack of one. */
export type RailAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly body: string; readonly json: JsonObject | undefined }
  /** `sent` is false when no byte of the request can have arrived. */
  | { readonly kind: 'failure'; readonly sent: boolean; readonly remark: string };

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
/** Failures before a connection is there. */
const UNSENT = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];

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
    const code = codeOf(error);
    return { kind: 'failure', sent: !UNSENT.includes(code), remark: code };
  }
}

/** The answer in a few words, without its content: it may hold personal data. */
export function remarkOn(answer: RailAnswer): string {
  if (answer.kind === 'failure') return answer.remark;
  const code = answer.json?.['code'] ?? answer.json?.['status'];
  return typeof code === 'string' ? `HTTP ${answer.status} ${code.slice(0, 80)}` : `HTTP ${answer.status}`;
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

function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof AggregateError) return codeOf(cause.errors[0]);
  const { code, name } = cause as { readonly code?: unknown; readonly name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'failed';
}
