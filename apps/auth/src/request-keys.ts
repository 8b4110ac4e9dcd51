import type { KeyObject } from 'node:crypto';
import { createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Idempotency, Mode, SealedIdempotency } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { KeyedRequest } from '@paygate/platform';
import { hmacSha256, idempotencyOfMessage, idOfUuid, Sealer } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { Vault } from './vault.js';

/** What somebody asks for who has no account yet, or cannot get into it. */
export type AccountAction =
  | 'register-user'
  | 'confirm-registration'
  | 'begin-password-reset'
  | 'reset-password'
  | 'invite-member'
  | 'invite-member-again'
  | 'accept-invitation'
  | 'forget-member-password'
  | 'reset-member-password';

/** What a code opens. */
export type ClaimKind = 'registration' | 'passwordReset';

export interface AccountCommand {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly idempotency?: SealedIdempotency;
}

/**
 * Knows requests about accounts again: by their idempotency key, or without one by the message that brought them, so that a
 * command that Kafka delivers twice is one request too.
 */
@Injectable()
export class RequestKeys {
  readonly #claimKey: KeyObject;

  constructor(
    config: AuthConfig,
    private readonly vault: Vault,
    private readonly sealer: Sealer,
  ) {
    const index = createSecretKey(Buffer.from(config.PHONE_INDEX_KEY.reveal(), 'base64'));
    this.#claimKey = createSecretKey(hmacSha256(index, 'key of claims'));
  }

  of(action: AccountAction, { id, payload }: Received<AccountCommand>): KeyedRequest<AccountAction> {
    const { merchantId, mode, idempotency } = payload;
    const { keyHash, bodyHash } = idempotency === undefined ? idempotencyOfMessage(id) : this.#opened(idempotency);
    return { merchantId, mode, action, keyHash, bodyMac: this.vault.bodyMac(bodyHash) };
  }

  /** The digest of a body with a password or a code came sealed. */
  #opened({ keyHash, bodyHash }: SealedIdempotency): Idempotency {
    return { keyHash, bodyHash: this.sealer.open(bodyHash, 'account.body-hash') };
  }

  /**
   * The id of what a request begins: repeated, it begins the same again, however far it came before. 122 bits that nobody
   * foresees, as their key is not in the database, in the form of a UUIDv8 (RFC 9562).
   */
  idOf(kind: ClaimKind, { merchantId, mode, action, keyHash }: KeyedRequest): string {
    const bytes = hmacSha256(this.#claimKey, [merchantId, mode, action, keyHash].join('\u0000')).subarray(0, 16);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return idOfUuid(kind, bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  }
}
