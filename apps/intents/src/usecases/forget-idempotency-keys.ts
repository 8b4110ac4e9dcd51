import { Inject, Injectable } from '@nestjs/common';
import { IntentsConfig } from '../config.js';
import { CreationsRepository } from '../creations.repository.js';

const BATCH = 1_000;
const PAUSE_MS = 10 * 60_000;

/** Forgets idempotency keys after their time. */
@Injectable()
export class ForgetIdempotencyKeys {
  constructor(
    @Inject(CreationsRepository) private readonly creations: CreationsRepository,
    @Inject(IntentsConfig) private readonly config: IntentsConfig,
  ) {}

  /** Gives the milliseconds until it is worth trying again. */
  async execute(): Promise<number> {
    const forgotten = await this.creations.forget(this.config.IDEMPOTENCY_RETENTION_DAYS, BATCH);
    return forgotten === BATCH ? 0 : PAUSE_MS;
  }
}
