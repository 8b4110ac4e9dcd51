import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { ExpireDueIntents } from './usecases/expire-due-intents.js';
import { ForgetIdempotencyKeys } from './usecases/forget-idempotency-keys.js';

/** What is due though nobody asks for it, on each instance. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly expireDueIntents: ExpireDueIntents,
    private readonly forgetIdempotencyKeys: ForgetIdempotencyKeys,
  ) {}

  onApplicationBootstrap(): void {
    const { expireDueIntents, forgetIdempotencyKeys } = this;
    // so late may an intent expire that nobody looks at; whoever looks at it sees it expired anyway
    this.periodic.repeat({ name: 'expiry', everySeconds: 0.5, work: () => expireDueIntents.execute() });
    this.periodic.repeat({ name: 'key-retention', everySeconds: 60, work: () => forgetIdempotencyKeys.execute() });
  }
}
