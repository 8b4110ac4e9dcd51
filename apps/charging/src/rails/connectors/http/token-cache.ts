/** A bearer token and how long it is good for. Seconds. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresInSeconds: number;
}

/** Before its end a token is not used any more: a call takes a while. */
const MARGIN_SECONDS = 60;

/** The bearer token of one account of a rail. Callers that need a new one at the same time share one request. */
export class TokenCache {
  readonly #issue: (signal: AbortSignal) => Promise<IssuedToken | undefined>;
  #token: string | undefined;
  #goodUntilMs = 0;
  #issuing: Promise<string | undefined> | undefined;

  constructor(issue: (signal: AbortSignal) => Promise<IssuedToken | undefined>) {
    this.#issue = issue;
  }

  /** A token; undefined when the rail issues none. */
  get(signal: AbortSignal): Promise<string | undefined> {
    if (this.#token !== undefined && performance.now() < this.#goodUntilMs) return Promise.resolve(this.#token);
    this.#issuing ??= this.#renew(signal).finally(() => {
      this.#issuing = undefined;
    });
    return this.#issuing;
  }

  /** The rail has refused a token. One that was replaced meanwhile stays. */
  drop(token: string): void {
    if (this.#token === token) this.#token = undefined;
  }

  async #renew(signal: AbortSignal): Promise<string | undefined> {
    const issued = await this.#issue(signal);
    if (issued === undefined) return undefined;
    this.#token = issued.token;
    this.#goodUntilMs = performance.now() + Math.max(0, issued.expiresInSeconds - MARGIN_SECONDS) * 1_000;
    return issued.token;
  }
}
