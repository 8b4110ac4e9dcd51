import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { addressGroup, addressNeighbourhood, hmacSha256, hmacSha256Base64url, RowSealer } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { PhoneNumber } from './phone-number.js';

/** Seals phone numbers, e-mail addresses and private keys for their rows, and finds a number by its HMAC. */
@Injectable()
export class PersonalData extends RowSealer<
  | 'end_user.phone'
  | 'end_user.email'
  | 'signing_key.private'
  | 'registration.phone'
  | 'registration.email'
  | 'password_reset.phone'
  | 'person.email'
  | 'member.name'
  | 'idempotency_record.answer'
> {
  readonly #indexKey: KeyObject;
  readonly #auditKey: KeyObject;
  readonly #addressKey: KeyObject;
  readonly #bodyKey: KeyObject;
  readonly #claimKey: KeyObject;

  constructor(config: AuthConfig) {
    super('auth', config.AUTH_DATA_KEYS);
    this.#indexKey = createSecretKey(Buffer.from(config.PHONE_INDEX_KEY.reveal(), 'base64'));
    this.#auditKey = createSecretKey(hmacSha256(this.#indexKey, 'key of the audit trail'));
    this.#addressKey = createSecretKey(hmacSha256(this.#indexKey, 'key of addresses'));
    this.#bodyKey = createSecretKey(hmacSha256(this.#indexKey, 'key of request bodies'));
    this.#claimKey = createSecretKey(hmacSha256(this.#indexKey, 'key of claims'));
  }

  /** Where a number stands in tables: 32 bytes that differ by mode, so that test and live users cannot be matched. */
  phoneIndex(mode: Mode, phone: PhoneNumber): Buffer {
    return hmacSha256(this.#indexKey, `${mode}:${phone}`);
  }

  /** Where an e-mail address stands in tables, in the spelling of `plainEmail`: 32 bytes that are no number's. */
  emailIndex(email: string): Buffer {
    return hmacSha256(this.#indexKey, `member:${email}`);
  }

  /** What an address is counted under: no dump tells who asked. */
  nameOfAddress(address: string): string {
    return hmacSha256Base64url(this.#addressKey, `address:${addressGroup(address)}`);
  }

  /** Where a number stands that is tried from the network of an address: 32 bytes that differ by number. */
  networkIndex(phoneIndex: Buffer, address: string): Buffer {
    return hmacSha256(this.#addressKey, `${phoneIndex.toString('hex')}:${addressNeighbourhood(address)}`);
  }

  /** What is stored of a body that may hold a password: 32 bytes. */
  bodyMac(bodyHash: string): Buffer {
    return hmacSha256(this.#bodyKey, bodyHash);
  }

  /** What the id of a claim is derived from: 32 bytes that nobody without the key can predict. */
  claimHash(request: string): Buffer {
    return hmacSha256(this.#claimKey, request);
  }

  /** The proof of a record of the audit trail: 32 bytes. */
  auditHash(text: string): Buffer {
    return hmacSha256(this.#auditKey, text);
  }
}
