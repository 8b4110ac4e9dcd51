import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { SEARCHED_PHONE_END } from '@paygate/contracts';
import { hmacSha256, hmacSha256Base64url, idOfBytes, RowSealer, secretKeysOf } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';

const VISIBLE_DIGITS = 2;
const ID_BYTES = 16;

/** Whose customer a payer is: of one merchant in one mode. */
export interface Shop {
  readonly merchantId: string;
  readonly mode: Mode;
}

/** Phone numbers of payers, as the database holds them: sealed, masked, and as an index. */
@Injectable()
export class PayerPhones {
  readonly #sealer: RowSealer<'payer.phone'>;
  readonly #indexKeys: SecretKeys;

  constructor(config: ChargingConfig) {
    this.#sealer = new RowSealer('charging', config.CHARGING_DATA_KEYS);
    this.#indexKeys = secretKeysOf(config.PAYER_INDEX_KEY);
  }

  seal(phone: string, chargeId: string): string {
    return this.#sealer.seal(phone, 'payer.phone', chargeId);
  }

  open(sealed: string, chargeId: string): string {
    return this.#sealer.open(sealed, 'payer.phone', chargeId);
  }

  /** The same for one number in one mode, and useless without the keys: one under each of them, first the one that is stored. */
  indexes(phone: string, mode: Mode): readonly string[] {
    return this.#indexKeys.map((key) => hmacSha256Base64url(key, `${mode}:${phone}`));
  }

  /**
   * The ids of a phone as a customer of one merchant in one mode: one under each key, first the one that is stored. The HMAC takes
   * both, so that merchants who compare their customers find nobody whom they share.
   */
  customerIds(phone: string, { merchantId, mode }: Shop): readonly string[] {
    const text = `customer:${mode}:${merchantId}:${phone}`;
    return this.#indexKeys.map((key) => idOfBytes('customer', hmacSha256(key, text).subarray(0, ID_BYTES)));
  }

  /** The indexes of the last digits of a phone at one merchant in one mode: one under each key, first the one that is stored. */
  ends(phone: string, { merchantId, mode }: Shop): readonly string[] {
    const text = `end:${mode}:${merchantId}:${phone.slice(-SEARCHED_PHONE_END)}`;
    return this.#indexKeys.map((key) => hmacSha256Base64url(key, text));
  }

  /** Those under which prompts are counted: in test mode every merchant has the same test numbers, and a count of its own. */
  countedIndexes(phone: string, mode: Mode, merchantId: string | undefined): readonly string[] {
    if (mode === 'live' || merchantId === undefined) return this.indexes(phone, mode);
    return this.#indexKeys.map((key) => hmacSha256Base64url(key, `${mode}:${merchantId}:${phone}`));
  }

  /** As in the destinations of codes: the last digits. */
  mask(phone: string): string {
    return maskPhone(phone);
  }
}

/** The last digits of a number, as in the destinations of codes. */
export function maskPhone(phone: string): string {
  return `********${phone.slice(-VISIBLE_DIGITS)}`;
}
