import type { RailAnswer, RailRequest, RailStream } from './rail-http.js';
import { askRail, streamFromRail } from './rail-http.js';
import type { IssuedToken } from './token-cache.js';
import { TokenCache } from './token-cache.js';

export interface RailAccountOptions {
  readonly baseUrl: string;
  /** The request for a token, made of the credentials as they are now. */
  readonly tokenRequest: () => Omit<RailRequest, 'signal'> | undefined;
}

const UNAUTHORIZED = 401;
const NO_TOKEN = { kind: 'failure', sent: false, remark: 'no token was issued' } as const;

/** Calls of one account of a rail, with its bearer token. A token that the rail refuses is replaced once. */
export class RailAccount {
  readonly #options: RailAccountOptions;
  readonly #tokens: TokenCache;

  constructor(options: RailAccountOptions) {
    this.#options = options;
    this.#tokens = new TokenCache((signal) => this.#issue(signal));
  }

  /** A refused token means that the request was not processed, so repeating it is safe. */
  async ask(request: RailRequest): Promise<RailAnswer> {
    const first = await this.#askOnce(request);
    return first.kind === 'answer' && first.status === UNAUTHORIZED ? this.#askOnce(request) : first;
  }

  /** The same for an answer that is read as a stream. */
  async stream(request: RailRequest): Promise<RailStream> {
    const first = await this.#streamOnce(request);
    return first.kind === 'refused' && first.status === UNAUTHORIZED ? this.#streamOnce(request) : first;
  }

  async #streamOnce(request: RailRequest): Promise<RailStream> {
    const token = await this.#tokens.get(request.signal);
    if (token === undefined) return NO_TOKEN;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await streamFromRail(this.#options.baseUrl, { ...request, headers });
    if (answer.kind === 'refused' && answer.status === UNAUTHORIZED) this.#tokens.drop(token);
    return answer;
  }

  async #askOnce(request: RailRequest): Promise<RailAnswer> {
    const token = await this.#tokens.get(request.signal);
    if (token === undefined) return NO_TOKEN;
    const headers = { ...request.headers, authorization: `Bearer ${token}` };
    const answer = await askRail(this.#options.baseUrl, { ...request, headers });
    if (answer.kind === 'answer' && answer.status === UNAUTHORIZED) this.#tokens.drop(token);
    return answer;
  }

  async #issue(signal: AbortSignal): Promise<IssuedToken | undefined> {
    const request = this.#options.tokenRequest();
    if (request === undefined) return undefined;
    const answer = await askRail(this.#options.baseUrl, { ...request, signal });
    if (answer.kind !== 'answer' || answer.status !== 200) return undefined;
    const { access_token: token, expires_in: expiresIn } = answer.json ?? {};
    // some installations write the number as a text
    const expiresInSeconds = Number(expiresIn);
    if (typeof token !== 'string' || !/^[\x21-\x7e]{1,4096}$/.test(token) || !Number.isFinite(expiresInSeconds))
      return undefined;
    return { token, expiresInSeconds };
  }
}

/** The value of an Authorization header for Basic authentication. */
export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
