import type { KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { headers, idPrefixes, SESSION_TOKEN_PATTERN } from '@paygate/contracts';
import type { SecretKeys } from '@paygate/platform';
import { equalsConstantTime, hmacSha256Base64url, PaygateError, secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import { textOf } from '../credential-headers.js';

const PREFIX = 'sess_';
const INTENT_PREFIX = `${idPrefixes.intent}_`;
const ID_CHARACTERS = 26;

/**
 * Session tokens: the id of an intent and an HMAC of it. A token is verified without a look-up and is stored nowhere.
 */
@Injectable()
export class SessionTokens {
  private readonly secrets: SecretKeys;

  constructor(config: GatewayConfig) {
    this.secrets = secretKeysOf(config.SESSION_TOKEN_SECRETS);
  }

  mint(intentId: string): string {
    return PREFIX + intentId.slice(INTENT_PREFIX.length) + proofOf(intentId, this.secrets[0]);
  }

  /** The intent of a genuine token. Throws `session_token_invalid`. */
  intentIdOf(token: string): string {
    if (!SESSION_TOKEN_PATTERN.test(token)) throw new PaygateError('session_token_invalid');
    const intentId = INTENT_PREFIX + token.slice(PREFIX.length, PREFIX.length + ID_CHARACTERS);
    const proof = token.slice(PREFIX.length + ID_CHARACTERS);
    const isGenuine = this.secrets.some((secret) => equalsConstantTime(proofOf(intentId, secret), proof));
    if (!isGenuine) throw new PaygateError('session_token_invalid');
    return intentId;
  }

  /** The intent of the request's session token; undefined without one. Throws `session_token_invalid`. */
  sessionOf(given: IncomingHttpHeaders): string | undefined {
    const token = textOf(given[headers.sessionToken]);
    return token === undefined ? undefined : this.intentIdOf(token);
  }
}

function proofOf(intentId: string, secret: KeyObject): string {
  return hmacSha256Base64url(secret, `session-token:${intentId}`);
}
