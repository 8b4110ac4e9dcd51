import { Injectable } from '@nestjs/common';
import { secretKeysOf } from '@paygate/platform';
import { GatewayConfig } from '../../config.js';
import { IntentTokens } from './intent-tokens.js';

/**
 * Receipt tokens, which stand in the address on a receipt. Paper is kept for years, so their keys are made of the pepper of API keys, which
 * stays as long as these keys are in use. 132 bits of proof: a shorter address is a code that cheap phones read.
 */
@Injectable()
export class ReceiptTokens extends IntentTokens {
  constructor(config: GatewayConfig) {
    const secrets = secretKeysOf(config.API_KEY_PEPPER);
    super({ prefix: 'rcp', secrets, label: 'key of receipt tokens', proofLength: 22 });
  }
}
