import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { TestMessagesRepository } from '../sending/test-messages.repository.js';

/** Deletes messages of test mode after their time. */
@Injectable()
export class TestInboxRetention implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly messages: TestMessagesRepository,
  ) {}

  onApplicationBootstrap(): void {
    const work = () => this.messages.deleteExpired();
    this.scheduler.repeat({ name: 'test-inbox', everySeconds: 600, work });
  }
}
