import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode, Sealed } from '@paygate/contracts';
import { hmacSha256, parseKeyring, Sealer } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { PhoneNumber } from './domain/phone-number.js';

/**
 * What keeps a dump of the database from telling anything: phone numbers, e-mail addresses and private keys lie sealed,
 * and a number is found by its HMAC. A sealed value is bound to its row, so it cannot be moved to another one.
 */
@Injectable()
export class Vault {
  readonly #sealer: Sealer;
  readonly #indexKey: KeyObject;

  constructor(config: AuthConfig) {
    this.#sealer = new Sealer('auth', parseKeyring(config.AUTH_DATA_KEYS.reveal()));
    this.#indexKey = createSecretKey(Buffer.from(config.PHONE_INDEX_KEY.reveal(), 'base64'));
  }

  /** Where a number stands in tables: 32 bytes that differ by mode, so that test and live users cannot be matched. */
  phoneIndex(mode: Mode, phone: PhoneNumber): Buffer {
    return hmacSha256(this.#indexKey, `${mode}:${phone}`);
  }

  /** `column` and `row` say where the value will lie. */
  seal(text: string, column: SealedColumn, row: string): string {
    return this.#sealer.seal('auth', text, `${column}:${row}`);
  }

  open(sealed: string, column: SealedColumn, row: string): string {
    return this.#sealer.open(sealed as Sealed, `${column}:${row}`);
  }
}

export type SealedColumn = 'end_user.phone' | 'end_user.email' | 'signing_key.private';
