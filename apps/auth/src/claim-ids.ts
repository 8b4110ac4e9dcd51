import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { KeyedRequest } from '@paygate/platform';
import { hmacSha256, idOfUuid } from '@paygate/platform';
import { AuthConfig } from './config.js';

/** What a code opens. */
export type ClaimKind = 'registration' | 'passwordReset';

/** Ids of what requests begin, derived under a key that the database does not have. */
@Injectable()
export class ClaimIds {
  readonly #key: KeyObject;

  constructor(config: AuthConfig) {
    const index = createSecretKey(Buffer.from(config.PHONE_INDEX_KEY.reveal(), 'base64'));
    this.#key = createSecretKey(hmacSha256(index, 'key of claims'));
  }

  /**
   * The id of what a request begins: repeated, it begins the same again, however far it came before. 122 bits that nobody
   * foresees, in the form of a UUIDv8 (RFC 9562).
   */
  of(kind: ClaimKind, { merchantId, mode, action, keyHash }: Omit<KeyedRequest, 'bodyMac'>): string {
    const bytes = hmacSha256(this.#key, [merchantId, mode, action, keyHash].join('\u0000')).subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return idOfUuid(kind, bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  }
}
