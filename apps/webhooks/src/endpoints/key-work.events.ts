import { Controller } from '@nestjs/common';
import type { KeyWorkEnded } from '@paygate/contracts';
import { keyWorkEnded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { EndKeyWork } from './end-key-work.js';

/** Revocations of API keys that made or changed endpoints. */
@Controller()
export class KeyWorkEvents {
  constructor(private readonly work: EndKeyWork) {}

  @HandleEventBatch(keyWorkEnded)
  ended(batch: readonly Received<KeyWorkEnded>[]): Promise<void> {
    return this.work.end(batch);
  }
}
