import { Injectable } from '@nestjs/common';
import { IntentsConfig } from '../config.js';
import { IdempotencyKeysRepository } from '../idempotency-keys.repository.js';

const BATCH = 1_000;
/** In one turn: more keys a minute than are ever made. */
const BATCHES = 100;

/** Forgets idempotency keys after their time. */
@Injectable()
export class ForgetIdempotencyKeys {
  constructor(
    private readonly keys: IdempotencyKeysRepository,
    private readonly config: IntentsConfig,
  ) {}

  async execute(): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch++) {
      const forgotten = await this.keys.forget(this.config.IDEMPOTENCY_RETENTION_DAYS, BATCH);
      if (forgotten < BATCH) return;
    }
  }
}
