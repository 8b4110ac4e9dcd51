import type { IncomingMessage } from 'node:http';
import { CHECKOUT_KEY_HEADER } from '@paygate/contracts';
import type { Secret } from '@paygate/platform';
import { equalsConstantTime } from '@paygate/platform';

/** The hosted payment page, as a caller of the API: a proxy of its customers, which proves itself by a key. */
export class Checkout {
  private readonly keys: readonly string[];

  /** The keys as configured, comma-separated; undefined where there is no payment page. */
  constructor(keys: Secret | undefined) {
    this.keys = (keys?.reveal() ?? '').split(',').flatMap((key) => key.trim() || []);
  }

  /** True when the payment page has sent the request. An address could not prove it: those of pods change, and one machine has one. */
  isSenderOf({ headers }: IncomingMessage): boolean {
    const given = headers[CHECKOUT_KEY_HEADER];
    return typeof given === 'string' && this.keys.some((key) => equalsConstantTime(key, given));
  }
}
