import { createHash } from 'node:crypto';
import { reasonOf } from '../post-signed.js';
import { CLIENT_VERSION } from '../version.js';
import type { Operation, TokenName } from './api-document.js';
import { bounded } from './texts.js';

/** The arguments of the tools `read` and `write`. */
export interface CallArguments {
  readonly operation: string;
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly tokens?: Readonly<Partial<Record<TokenName, string>>>;
  readonly idempotencyKey?: string;
}

/** A request without its key, and without an idempotency key. */
export interface Call {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The header of the key. */
  readonly keyHeader: Operation['keyHeader'];
}

/** Arguments that fit no request; the message says what to change. */
export class CallFault extends Error {
  override readonly name = 'CallFault';
}

const TIMEOUT_MS = 30_000;
/** Of an answer, in bytes; the rest is not received. */
const MAX_ANSWER_BYTES = 256 * 1024;
const DEFAULT_LIMIT = '10';
const IN_PATH = /^[A-Za-z0-9_-]{1,200}$/;
const IN_HEADER = /^[\x20-\x7e]{1,8192}$/;
const HEADER_OF_TOKEN: Readonly<Record<TokenName, (token: string) => readonly [string, string]>> = {
  sessionToken: (token) => ['x-session-token', token],
  otpToken: (token) => ['x-otp-token', token],
  userToken: (token) => ['authorization', `Bearer ${token}`],
};

/** The request that the arguments describe. Throws CallFault. */
export function callOf(operation: Operation, { parameters = {}, body, tokens = {} }: CallArguments): Call {
  const { method, keyHeader } = operation;
  const unknown = Object.keys(parameters).filter((name) => !operation.parameters.some((each) => each.name === name));
  if (unknown.length > 0)
    throw new CallFault(
      `${operation.id} has no parameter ${unknown.join(', ')}. It has: ${operation.parameters.map(({ name }) => name).join(', ') || 'none'}.`,
    );
  if (body !== undefined && operation.body === undefined) throw new CallFault(`${operation.id} takes no body.`);
  if (body === undefined && operation.body?.required === true) throw new CallFault(`${operation.id} needs a body.`);
  const headers = [...tokenHeaders(operation, tokens), ...headerParameters(operation, parameters)];
  return {
    ...{ method, keyHeader, path: pathOf(operation, parameters) },
    headers: Object.fromEntries(headers),
    body: body === undefined ? undefined : JSON.stringify(body),
  };
}

function pathOf({ id, path, parameters }: Operation, given: NonNullable<CallArguments['parameters']>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place, required = false } of parameters) {
    const value = given[name];
    if (value === undefined) {
      if (required) throw new CallFault(`${id} needs the parameter ${name}.`);
      if (place === 'query' && name === 'limit') query.set(name, DEFAULT_LIMIT);
    } else if (place === 'query') query.set(name, String(value));
    else if (place === 'path') {
      // a dot could name another operation
      if (!IN_PATH.test(String(value))) throw new CallFault(`The parameter ${name} is no id.`);
      filled = filled.replace(`{${name}}`, String(value));
    }
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`;
}

function headerParameters(
  { parameters }: Operation,
  given: NonNullable<CallArguments['parameters']>,
): readonly (readonly [string, string])[] {
  return parameters.flatMap(({ name, in: place }) => {
    const value = given[name];
    return place === 'header' && value !== undefined ? [[name, inHeader(name, String(value))] as const] : [];
  });
}

function tokenHeaders(
  operation: Operation,
  given: NonNullable<CallArguments['tokens']>,
): readonly (readonly [string, string])[] {
  for (const { name, required } of operation.tokens)
    if (required && given[name] === undefined) throw new CallFault(`${operation.id} needs the token ${name}.`);
  return (Object.entries(given) as [TokenName, string][]).map(([name, token]) => {
    if (!operation.tokens.some((each) => each.name === name))
      throw new CallFault(`${operation.id} takes no token ${name}.`);
    return HEADER_OF_TOKEN[name](inHeader(name, token));
  });
}

function inHeader(name: string, value: string): string {
  if (!IN_HEADER.test(value)) throw new CallFault(`${name} is no text for a header.`);
  return value;
}

/** Equal for equal requests. */
export function digestOf({ method, path, headers, body }: Call): string {
  return createHash('sha256')
    .update(JSON.stringify([method, path, headers, body]))
    .digest('base64');
}

/** A request as a person reads it: characters that would hide or turn a part of it are shown as escapes. */
export function shown({ method, path, body }: Call): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const visible = body?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character.replace(/[^]/g, escaped));
  return visible === undefined ? `${method} ${path}` : `${method} ${path}\n${visible}`;
}

export interface Sent {
  readonly text: string;
  readonly isError: boolean;
}

/** The API with a key. */
export class Api {
  constructor(
    private readonly apiBase: string,
    private readonly key: string,
  ) {}

  /** Sends a request once, and answers what came back, within limits of time and size. Never throws for an answer of the API. */
  async send(call: Call, version: string, idempotencyKey?: string): Promise<Sent> {
    try {
      const response = await fetch(this.apiBase + call.path, {
        method: call.method,
        headers: {
          ...call.headers,
          ...(call.keyHeader === 'authorization' ? { authorization: `Bearer ${this.key}` } : { 'x-api-key': this.key }),
          'user-agent': `paygate-cli/${CLIENT_VERSION} (mcp)`,
          'x-api-version': version,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(call.body !== undefined && { body: call.body }),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const text = bounded(await textOf(response), 'Ask for less: a smaller limit, or one object.');
      const isTemporary = response.status >= 500 || response.status === 429;
      const advice = isTemporary ? adviceOn(idempotencyKey) : '';
      return { text: `HTTP ${response.status}\n${text}${advice}`, isError: !response.ok };
    } catch (error) {
      return { text: `There was no answer (${reasonOf(error)}).${adviceOn(idempotencyKey)}`, isError: true };
    }
  }
}

/** A repetition of a write has to have the key of the first, or it could happen twice. */
function adviceOn(idempotencyKey: string | undefined): string {
  if (idempotencyKey === undefined) return '';
  return `\nIt may have happened. Repeat it with the same arguments and idempotencyKey ${JSON.stringify(idempotencyKey)}: it happens once.`;
}

async function textOf({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // leaving the loop cancels the rest
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) break;
  }
  return text;
}
