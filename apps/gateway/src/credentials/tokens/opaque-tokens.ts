import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { OpaqueTokenKind, StoppedMails } from '@paygate/platform';
import { isOpaqueToken, opaqueTokenHash, readStopToken, secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';

/** Tokens that auth keeps. Their text never leaves the gateway: auth stores and receives their HMACs. */
@Injectable()
export class OpaqueTokens {
  private readonly pepper: KeyObject;

  constructor(config: GatewayConfig) {
    [this.pepper] = secretKeysOf(config.API_KEY_PEPPER);
  }

  /** The HMAC of a token; undefined for a text without the form of this kind, so that a guess costs no look-up. */
  hashOf(kind: OpaqueTokenKind, text: string): string | undefined {
    return isOpaqueToken(kind, text) ? opaqueTokenHash(this.pepper, text) : undefined;
  }

  /** The notices that the token of a mail stops; undefined for a text that is no such token. */
  stoppedBy(text: string): StoppedMails | undefined {
    return readStopToken(this.pepper, text);
  }
}
