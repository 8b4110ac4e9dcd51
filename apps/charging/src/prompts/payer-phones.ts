import { createSecretKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { hmacSha256Base64url, RowSealer } from '@paygate/platform';
import { ChargingConfig } from '../config.js';

const VISIBLE_DIGITS = 2;

/** Phone numbers of payers, as the database holds them: sealed, masked, and as an index. */
@Injectable()
export class PayerPhones {
  readonly #sealer: RowSealer<'payer.phone'>;
  readonly #indexKey: KeyObject;

  constructor(config: ChargingConfig) {
    this.#sealer = new RowSealer('charging', config.CHARGING_DATA_KEYS);
    this.#indexKey = createSecretKey(config.PAYER_INDEX_KEY.reveal(), 'base64');
  }

  seal(phone: string, chargeId: string): string {
    return this.#sealer.seal(phone, 'payer.phone', chargeId);
  }

  open(sealed: string, chargeId: string): string {
    return this.#sealer.open(sealed, 'payer.phone', chargeId);
  }

  /** The same for one number in one mode, and useless without the key. */
  index(phone: string, mode: Mode): string {
    return hmacSha256Base64url(this.#indexKey, `${mode}:${phone}`);
  }

  /** As in the destinations of codes: the last digits. */
  mask(phone: string): string {
    return `********${phone.slice(-VISIBLE_DIGITS)}`;
  }
}
