import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import { JobScheduler, SigningKeys } from '@paygate/platform';

/** Rotates the keys that sign authorization tokens, and publishes what that changes. */
@Injectable()
export class KeepSigningKeys implements OnApplicationBootstrap {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly keys: SigningKeys,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    // before the first round there may be no key to sign with
    const beforeReady = true;
    this.scheduler.repeat({ name: 'signing-keys', everySeconds: 60, beforeReady, work: () => this.maintain() });
  }

  maintain(): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      for (const row of await this.keys.rotate(tx)) tx.putRow(otpTokenKeyTable, row);
    });
  }
}
