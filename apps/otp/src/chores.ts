import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { MessageSender } from './sending/message-sender.js';
import { Forget } from './usecases/forget.js';

/** What this service does on its own, besides its keys. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly sender: MessageSender,
    private readonly forget: Forget,
  ) {}

  onApplicationBootstrap(): void {
    const { sender, forget } = this;
    this.scheduler.repeat({ name: 'message-sweep', everySeconds: 1, work: () => sender.sweep() });
    this.scheduler.repeat({ name: 'expired-messages', everySeconds: 60, work: () => sender.forgetExpired() });
    this.scheduler.repeat({ name: 'retention', everySeconds: 60, work: () => forget.execute() });
  }
}
