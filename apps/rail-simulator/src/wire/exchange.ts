const OVERSIZE_BYTES = 300 * 1_024;

/** A request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Without the query string. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** An answer, or the lack of one: a connection that is reset, or silence until the client gives up. */
export type WireAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silence' };

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): WireAnswer {
  const type = { 'content-type': 'application/json' };
  return { kind: 'answer', status, headers: { ...type, ...headers }, body: JSON.stringify(body) };
}

export function html(status: number, title: string, text: string): WireAnswer {
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
  return { kind: 'answer', status, headers: { 'content-type': 'text/html' }, body };
}

/** More than a client should read. */
export function oversized(body: Readonly<Record<string, unknown>>): WireAnswer {
  return json(200, { ...body, padding: 'x'.repeat(OVERSIZE_BYTES) });
}

export function empty(status: number): WireAnswer {
  return { kind: 'answer', status, headers: {}, body: '' };
}

/** The user and password of Basic authentication, or undefined. */
export function basicCredentials({ headers }: WireRequest): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(headers['authorization'] ?? '') ?? [];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

export function bearerToken({ headers }: WireRequest): string {
  return /^Bearer (\S{1,2048})$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';
}

/** The object in a JSON body, or undefined. */
export function jsonObject({ body }: WireRequest): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
