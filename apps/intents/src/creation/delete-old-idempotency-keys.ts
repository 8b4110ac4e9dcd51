import { Injectable } from '@nestjs/common';
import { inBatches } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { CreationsRepository } from './creations.repository.js';

/** A hundred batches a minute delete more keys than are ever made. */
const BATCH_KEYS = 1_000;

/** Deletes idempotency keys that are older than their retention. */
@Injectable()
export class DeleteOldIdempotencyKeys {
  constructor(
    private readonly creations: CreationsRepository,
    private readonly config: IntentsConfig,
  ) {}

  delete(): Promise<void> {
    return inBatches(BATCH_KEYS, (limit) =>
      this.creations.deleteOldKeys(this.config.IDEMPOTENCY_RETENTION_DAYS, limit),
    );
  }
}
