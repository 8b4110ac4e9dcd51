import { Injectable } from '@nestjs/common';
import { RowSealer } from '@paygate/platform';
import { WebhooksConfig } from './config.js';

/** Seals the signing secrets of endpoints, and recorded answers, for their rows. */
@Injectable()
export class SecretSealer extends RowSealer<'webhook_secret.sealed_secret' | 'idempotency_record.answer'> {
  constructor(config: WebhooksConfig) {
    super('webhooks', config.WEBHOOKS_DATA_KEYS);
  }
}
