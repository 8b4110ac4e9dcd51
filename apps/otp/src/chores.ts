import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { MessageSender } from './sending/message-sender.js';
import { Forget } from './usecases/forget.js';

/** What this service does on its own, besides its keys. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly sender: MessageSender,
    private readonly forget: Forget,
  ) {}

  onApplicationBootstrap(): void {
    const { sender, forget } = this;
    this.periodic.repeat({ name: 'message-sweep', everySeconds: 1, work: () => sender.sweep() });
    this.periodic.repeat({ name: 'expired-messages', everySeconds: 60, work: () => sender.forgetExpired() });
    this.periodic.repeat({ name: 'retention', everySeconds: 60, work: () => forget.execute() });
  }
}
