import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import {
  addressGroup,
  addressNeighbourhood,
  ConfigurationError,
  equalsConstantTime,
  hmacSha256,
  hmacSha256Base64url,
  parseKeyring,
  RowSealer,
} from '@paygate/platform';
import { AuthConfig } from './config.js';
import type { Indexes } from './index-keys.js';
import { IndexKeys } from './index-keys.js';
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
  | 'account_claim.email'
  | 'second_factor.secret'
  | 'push_subscription.keys'
  | 'idempotency_record.answer'
> {
  readonly indexKeys: IndexKeys;
  readonly #auditKeys: readonly [KeyObject, ...(readonly KeyObject[])];
  readonly #bodyKeys: readonly KeyObject[];
  readonly #recoveryKeys: readonly KeyObject[];
  readonly #addressKey: KeyObject;
  readonly #claimKey: KeyObject;

  constructor(config: AuthConfig) {
    super('auth', config.AUTH_DATA_KEYS);
    this.indexKeys = new IndexKeys('PHONE_INDEX_KEY', config.PHONE_INDEX_KEY);
    const keyring = parseKeyring(config.AUTH_DATA_KEYS.reveal());
    this.#recoveryKeys = keyring.all('auth').map(({ key }) => derived(key, 'key of recovery codes'));
    const [current, ...others] = keyring.all('auth').map(({ key }) => derived(key, 'key of the audit trail'));
    const oldest = keyring.oldest('auth');
    if (current === undefined || oldest === undefined)
      throw new ConfigurationError(['AUTH_DATA_KEYS holds no key of auth']);
    // an audit record keeps its hash for ever, and the keys of data stay in their list
    this.#auditKeys = [current, ...others];
    this.#bodyKeys = this.indexKeys.all.map((key) => derived(key, 'key of request bodies'));
    this.#addressKey = derived(this.indexKeys.first, 'key of addresses');
    // a retry finds the claim, also at an instance with another first key
    this.#claimKey = derived(oldest.key, 'key of claims');
  }

  /** The indexes of a phone number. They differ by mode, so that test and live users cannot be matched. */
  phoneIndexes(mode: Mode, phone: PhoneNumber): Indexes {
    return this.indexKeys.of(`${mode}:${phone}`);
  }

  /** The indexes of an e-mail address in the spelling of `plainEmail`. They are no number's. */
  emailIndexes(email: string): Indexes {
    return this.indexKeys.of(`member:${email}`);
  }

  /** The HMAC under which an IP address is counted, so that the tables name no address. */
  nameOfAddress(address: string): string {
    return hmacSha256Base64url(this.#addressKey, `address:${addressGroup(address)}`);
  }

  /** The index of an IP address's network: 32 bytes that differ by account. */
  networkIndex(accountIndex: Buffer, address: string): Buffer {
    return hmacSha256(this.#addressKey, `${accountIndex.toString('hex')}:${addressNeighbourhood(address)}`);
  }

  /** The HMACs of a request body, which may hold a password: 32 bytes under each key, first the one in use. */
  bodyMacs(bodyHash: string): readonly Buffer[] {
    return this.#bodyKeys.map((key) => hmacSha256(key, bodyHash));
  }

  /** The HMACs of a person's recovery code: 32 bytes under each key, first the one in use. */
  recoveryCodeHashes(personId: string, code: string): readonly Buffer[] {
    return this.#recoveryKeys.map((key) => hmacSha256(key, `${personId}:${code}`));
  }

  /** The source of a claim's id: 32 bytes, unpredictable without the key. */
  claimHash(request: string): Buffer {
    return hmacSha256(this.#claimKey, request);
  }

  /** The HMAC of a record of the audit trail: 32 bytes under the key in use. */
  auditHash(text: string): Buffer {
    return hmacSha256(this.#auditKeys[0], text);
  }

  /** True when a hash is that of a record of the audit trail, under any key. */
  isAuditHash(text: string, hash: Buffer): boolean {
    return this.#auditKeys.some((key) => equalsConstantTime(hmacSha256(key, text), hash));
  }
}

function derived(key: KeyObject, purpose: string): KeyObject {
  return createSecretKey(hmacSha256(key, purpose));
}
