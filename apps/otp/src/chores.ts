import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { MessageSender } from './sending/message-sender.js';
import { Forget } from './usecases/forget.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';

/** What this service does on its own. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly keys: KeepSigningKeys,
    private readonly sender: MessageSender,
    private readonly forget: Forget,
  ) {}

  onApplicationBootstrap(): void {
    // before the first round no key may exist to sign with
    const beforeReady = true;
    const { keys, sender, forget } = this;
    const publish = () => keys.execute({ publishAll: true });
    this.periodic.repeat({ name: 'signing-keys', everySeconds: 60, beforeReady, work: () => keys.execute() });
    this.periodic.repeat({ name: 'key-table', everySeconds: 600, beforeReady, work: publish });
    this.periodic.repeat({ name: 'message-sweep', everySeconds: 1, work: () => sender.sweep() });
    this.periodic.repeat({ name: 'expired-messages', everySeconds: 60, work: () => sender.forgetExpired() });
    this.periodic.repeat({ name: 'retention', everySeconds: 60, work: () => forget.execute() });
  }
}
