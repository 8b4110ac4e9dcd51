import type { AttemptResult } from '../../egress/domain/outcome.js';

const INITIAL = 4;
const MAX = 32;
/** Deliveries claimed for each place in the window: a claim of one row costs as much as one of many. */
const CLAIMED_PER_PLACE = 4;
const CLAIM_MAX = 32;

const TOO_MANY_REQUESTS = 429;

/** The number of POSTs that one endpoint may have under way: one more after each slice without trouble, half as many after trouble. */
export class SendWindow {
  #size = INITIAL;
  #inFlight = 0;
  #succeeded = false;
  #troubled = false;
  #slowInFlight = 0;
  #isSlow = false;
  #isProven = false;
  #ended = Promise.withResolvers<undefined>();

  /** Resolves when a POST ends. */
  get nextEnd(): Promise<void> {
    return this.#ended.promise;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** True after a POST was slow, until one is answered that is not and none that is slow is under way. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** True when the last POST that ended was answered soon, and none was slow since. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** POSTs that may begin now. */
  get free(): number {
    return Math.max(0, this.#size - this.#inFlight);
  }

  /** Deliveries that are worth claiming at a time. */
  get claim(): number {
    return Math.min(CLAIM_MAX, this.#size * CLAIMED_PER_PLACE);
  }

  begin(): void {
    this.#inFlight += 1;
  }

  /** A POST under way is slow. */
  slow(): void {
    this.#slowInFlight += 1;
    this.#isSlow = true;
    this.#isProven = false;
  }

  /** @param result undefined when nothing was sent */
  end(result: AttemptResult | undefined, wasSlow = false): void {
    this.#inFlight -= 1;
    if (wasSlow) this.#slowInFlight -= 1;
    else if (result?.kind === 'answered' && this.#slowInFlight === 0) {
      this.#isSlow = false;
      this.#isProven = true;
    }
    if (result !== undefined && isTrouble(result)) {
      this.#troubled = true;
      this.#size = Math.max(1, Math.floor(this.#size / 2));
    } else if (result !== undefined) {
      this.#succeeded = true;
    }
    this.#ended.resolve(undefined);
    this.#ended = Promise.withResolvers();
  }

  endSlice(): void {
    if (this.#succeeded && !this.#troubled) this.#size = Math.min(MAX, this.#size + 1);
    this.#succeeded = this.#troubled = false;
  }
}

/** The receiver has more than it can do: 429, 5xx, or no answer in time. */
function isTrouble(result: AttemptResult): boolean {
  if (result.kind === 'failed') return result.cause === 'timeout';
  return result.status === TOO_MANY_REQUESTS || result.status >= 500;
}
