import type { KeyObject } from 'node:crypto';
import { createSecretKey, randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Mode, OtpChannel } from '@paygate/contracts';
import { equalsConstantTime, hmacSha256, hmacSha256Base64url } from '@paygate/platform';
import { OtpConfig } from './config.js';
import { inventDestination } from './domain/destination.js';
import { CODE_LENGTH } from './domain/limits.js';

/** Makes codes, and the HMACs under the pepper that take the place of codes and addresses at rest. */
@Injectable()
export class Codes {
  readonly #pepper: KeyObject;

  constructor(config: OtpConfig) {
    this.#pepper = createSecretKey(Buffer.from(config.OTP_PEPPER.reveal(), 'base64'));
  }

  /** Six digits from the system's generator; each of the million values is as likely. */
  mint(): string {
    return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  }

  /** What is stored of a code. It differs between challenges, so that a code known from one tells nothing of another. */
  hashOf(challengeId: string, code: string): Buffer {
    return hmacSha256(this.#pepper, `code\u0000${challengeId}\u0000${code}`);
  }

  /** Stored where nothing is sent: 32 random bytes, which no code has for its hash. */
  hashOfNoCode(): Buffer {
    return randomBytes(32);
  }

  /** Whether `code` is the one that `hash` was made of; the same work when there is no challenge to compare with. */
  matches(code: string, challenge: { readonly id: string; readonly hash: Buffer } | undefined): boolean {
    const hash = this.hashOf(challenge?.id ?? '', code);
    return equalsConstantTime(hash, challenge?.hash ?? NO_HASH) && challenge !== undefined;
  }

  /** The masked destination of a user who does not exist: always the same one for one user. */
  inventDestination(channel: OtpChannel, mode: string, userId: string): string {
    return inventDestination(channel, hmacSha256(this.#pepper, `destination\u0000${mode}\u0000${userId}`));
  }

  /** What is stored of a body that may hold a code. */
  macOfBody(bodyHash: string): Buffer {
    return hmacSha256(this.#pepper, `body\u0000${bodyHash}`);
  }

  /** What a phone is counted under, and its codes are found by: modes apart. */
  macOfPhone(mode: Mode, phoneNumber: string): Buffer {
    return hmacSha256(this.#pepper, `phone\u0000${mode}\u0000${phoneNumber}`);
  }

  /** What an address is counted under: no dump tells who asked. */
  nameOfAddress(address: string): string {
    return hmacSha256Base64url(this.#pepper, `address\u0000${address}`);
  }
}

const NO_HASH = randomBytes(32);
