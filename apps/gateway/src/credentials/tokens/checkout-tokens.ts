import { Injectable } from '@nestjs/common';
import { secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import { IntentTokens } from './intent-tokens.js';

/** Checkout tokens, which stand in the address of a payment page, under keys that are made of those of the session tokens. */
@Injectable()
export class CheckoutTokens extends IntentTokens {
  constructor(config: GatewayConfig) {
    const secrets = secretKeysOf(config.SESSION_TOKEN_SECRETS);
    super({ prefix: 'cs', secrets, label: 'key of checkout tokens', proofLength: 43 });
  }
}
