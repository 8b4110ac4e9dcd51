import { Injectable } from '@nestjs/common';
import { inBites } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { IdempotencyKeysRepository } from '../idempotency-keys.repository.js';

/** A hundred of these a minute are more keys than are ever made. */
const BITE = 1_000;

/** Forgets idempotency keys after their time. */
@Injectable()
export class ForgetIdempotencyKeys {
  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly config: IntentsConfig,
  ) {}

  async execute(): Promise<void> {
    await inBites(BITE, (limit) => this.keys.forget(this.config.IDEMPOTENCY_RETENTION_DAYS, limit));
    await inBites(BITE, (limit) => this.keys.forgetMessages(limit));
  }
}
