import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { equalsConstantTime } from '@paygate/platform';
import { Pepper } from '../../pepper.js';

/** Digits of a code. Every one of the million values is possible. */
export const CODE_LENGTH = 6;

/** Mints codes, hashes them and compares guesses with the hashes. */
@Injectable()
export class Codes {
  constructor(private readonly pepper: Pepper) {}

  /** Six digits from the system's generator; each of the million values is as likely. */
  mint(): string {
    return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0');
  }

  /** The stored form of a code. It differs between challenges, so that a code known from one says nothing about another. */
  hashOf(challengeId: string, code: string): Buffer {
    return this.pepper.mac('code', challengeId, code);
  }

  /** Stored where nothing is sent: 32 random bytes, which are the hash of no code. */
  hashOfNoCode(): Buffer {
    return randomBytes(32);
  }

  /** True when `code` is the one that `hash` was made of; the same work when there is no challenge to compare with. */
  matches(code: string, challenge: { readonly id: string; readonly hash: Buffer } | undefined): boolean {
    const hashes = this.pepper.macs('code', challenge?.id ?? '', code);
    // `some` would end at the first match, and its time would reveal which pepper a code is under
    const isRight = hashes.filter((hash) => equalsConstantTime(hash, challenge?.hash ?? NO_HASH)).length > 0;
    return isRight && challenge !== undefined;
  }
}

const NO_HASH = randomBytes(32);
