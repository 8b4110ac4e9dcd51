import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { addressGroup, addressNeighbourhood, hmacSha256, hmacSha256Base64url, RowSealer } from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { PhoneNumber } from './phone-number.js';

/** Seals personal data and private keys for their rows, and computes the HMACs by which phone numbers and addresses are found. */
@Injectable()
export class PersonalData extends RowSealer<
  | 'end_user.phone'
  | 'end_user.email'
  | 'signing_key.private'
  | 'phone_claim.phone'
  | 'phone_claim.email'
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

  /** The index of a phone number: 32 bytes that differ by mode, so that test and live users cannot be matched. */
  phoneIndex(mode: Mode, phone: PhoneNumber): Buffer {
    return hmacSha256(this.#indexKey, `${mode}:${phone}`);
  }

  /** The index of an e-mail address in the spelling of `plainEmail`: 32 bytes that are no number's. */
  emailIndex(email: string): Buffer {
    return hmacSha256(this.#indexKey, `member:${email}`);
  }

  /** The HMAC under which an IP address is counted, so that the tables name no address. */
  nameOfAddress(address: string): string {
    return hmacSha256Base64url(this.#addressKey, `address:${addressGroup(address)}`);
  }

  /** The index of an IP address's network: 32 bytes that differ by account. */
  networkIndex(accountIndex: Buffer, address: string): Buffer {
    return hmacSha256(this.#addressKey, `${accountIndex.toString('hex')}:${addressNeighbourhood(address)}`);
  }

  /** The HMAC of a request body, which may hold a password: 32 bytes. */
  bodyMac(bodyHash: string): Buffer {
    return hmacSha256(this.#bodyKey, bodyHash);
  }

  /** The source of a claim's id: 32 bytes, unpredictable without the key. */
  claimHash(request: string): Buffer {
    return hmacSha256(this.#claimKey, request);
  }

  /** The HMAC of a record of the audit trail: 32 bytes. */
  auditHash(text: string): Buffer {
    return hmacSha256(this.#auditKey, text);
  }
}
