import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { PromptsRepository } from './prompts.repository.js';

const EVERY_SECONDS = 600;

/** Deletes prompts after their time. */
@Injectable()
export class PromptRetention implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly prompts: PromptsRepository,
  ) {}

  onApplicationBootstrap(): void {
    const work = () => this.prompts.deleteOld();
    this.scheduler.repeat({ name: 'prompt-retention', everySeconds: EVERY_SECONDS, work });
  }
}
